! A text whose assignment gives it another length, while it is an argument.
module m
  implicit none
  character(len=:), allocatable :: c
contains
  subroutine s(x)
    character(len=*), intent(inout) :: x
    c = 'short' ! fails: deallocation of c
    x(900:) = 'long'
  end subroutine
end module
program p
  use m
  implicit none
  c = repeat('a', 1000)
  call s(c)
  print *, 'not reached'
end program
