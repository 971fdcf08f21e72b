! As module_array.f90, of an array of explicit shape; the callee is small enough to be spliced into its caller.
module m
  implicit none
  real(8), allocatable :: a(:)
contains
  subroutine s(x, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    deallocate (a) ! fails: deallocation of a
    x(n) = 2d300
  end subroutine
end module
program p
  use m
  implicit none
  allocate (a(10))
  call s(a, 10)
  print *, 'not reached'
end program
