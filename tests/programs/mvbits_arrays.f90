! MVBITS is elemental: it moves bits between the elements of arrays, all of which are read before one is assigned.
program mvbits_arrays
  implicit none
  integer :: a(4), b(4), i
  integer(8) :: long(3)
  a = [1, 2, 3, 4]
  b = -1
  call mvbits(a, 0, 3, b, 4)
  print *, b
  call mvbits(a(1:3), 0, 2, a(2:4), 1)
  print *, a
  call mvbits(5, [0, 1, 2, 0], 2, b, [(2 * i, i = 1, 4)])
  print *, b
  long = [integer(8) :: 7, 8, 9]
  call mvbits(from=long, frompos=[0, 3, 0], len=1, to=long, topos=40)
  print *, long
end program
