! An ALLOCATABLE dummy argument stands for the module's array, which is freed by its own name.
module m
  implicit none
  integer, allocatable :: a(:)
contains
  subroutine s(b)
    integer, allocatable, intent(inout) :: b(:)
    call t(b)
  end subroutine
  subroutine t(x)
    integer, intent(inout) :: x(:)
    deallocate (a) ! fails: deallocation of a
    x(1000) = 7
  end subroutine
end module
program p
  use m
  implicit none
  allocate (a(1000))
  call s(a)
  print *, 'not reached'
end program
