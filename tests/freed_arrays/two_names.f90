! One array as two arguments, of which one may be freed.
program p
  implicit none
  integer, allocatable :: a(:)
  allocate (a(1000))
  call s(a, a)
  print *, 'not reached'
contains
  subroutine s(x, b)
    integer, intent(inout) :: x(:)
    integer, allocatable, intent(inout) :: b(:)
    call t(b)
    x(1000) = 7
  end subroutine
  subroutine t(b)
    integer, allocatable, intent(inout) :: b(:)
    deallocate (b) ! fails: deallocation of b
  end subroutine
end program
