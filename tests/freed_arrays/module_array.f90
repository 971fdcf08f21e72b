! A subroutine freed the module's array that it had as an argument, and stored to where the elements had been.
module m
  implicit none
  real(8), allocatable :: a(:)
contains
  subroutine s(x)
    real(8), intent(inout) :: x(:)
    integer :: i
    deallocate (a) ! fails: deallocation of a
    do i = 1, size(x)
      x(i) = 1d300
    end do
  end subroutine
end module
program p
  use m
  implicit none
  allocate (a(1000))
  call s(a)
  print *, 'not reached'
end program
