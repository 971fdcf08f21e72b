! The procedure that frees the array does not have it as an argument: two others pass theirs on.
module m
  implicit none
  integer, allocatable :: a(:)
contains
  subroutine first(x)
    integer, intent(inout) :: x(:)
    call second(x(2:), size(x) - 1)
  end subroutine
  subroutine second(x, n)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    call third
    x(n) = 7
  end subroutine
  subroutine third
    if (allocated(a)) deallocate (a) ! fails: deallocation of a
  end subroutine
end module
program p
  use m
  implicit none
  allocate (a(100))
  call first(a)
  print *, 'not reached'
end program
