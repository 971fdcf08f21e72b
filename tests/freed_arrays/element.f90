! A scalar dummy argument is stored at the return: into the element that was passed, which had been freed.
module m
  implicit none
  real(8), allocatable :: a(:)
contains
  subroutine s(x)
    real(8), intent(inout) :: x
    deallocate (a) ! fails: deallocation of a
    x = 2d300
  end subroutine
end module
program p
  use m
  implicit none
  allocate (a(1000))
  call s(a(900))
  print *, 'not reached'
end program
