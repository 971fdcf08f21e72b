! A format in an array of numbers, which Hollerith constants have filled: the whole array, or from an element to its end,
! also of dummy and ALLOCATABLE arrays.
program p
  implicit none
  integer :: words(1, 3), single(2)
  integer, allocatable :: made(:, :)
  real :: reals(2)
  character(40) :: line
  words(1, 1) = 4HXXXX
  words(1, 2) = 4H (8I
  words(1, 3) = 2H4)
  write (line, words(1, 2)) 1, 2, 3
  print *, line
  call inner(words)
  allocate (made(2, 2))
  made(1, 1) = 4H(A3)
  made(2, 1) = 4H(A9)
  made(1, 2) = 4H(A4,
  made(2, 2) = 4H I3)
  write (line, made) 'Hello'
  print *, line
  write (line, made(1, 2)) 'Hello', 5
  print *, line
  reals(1) = 4H(1X,
  reals(2) = 4H I5)
  write (*, reals) 77
  single(1) = 4H(I2)
  single(2) = 4H(I7)
  print single(2), 5
contains
  subroutine inner(a)
    integer :: a(1, 3), at
    at = 2
    write (line, fmt=a(1, at)) 4, 5
    print *, line
  end subroutine
end program
