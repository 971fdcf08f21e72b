! A variable in COMMON may have TARGET if no pointer can point to it here. It was refused as one of derived type.
program p
  implicit none
  integer :: x, y
  integer, pointer :: q
  target x, y
  common /c/ x, y
  allocate (q)
  q = 5
  x = q
  y = q + 1
  call s
  print *, x, y
end program
subroutine s
  common /c/ i(2)
  i = i*2
end subroutine
block data
  integer, target :: x, y
  common /c/ x, y
  data x /3/
end block data
