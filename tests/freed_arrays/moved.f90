! MOVE_ALLOC frees what it moves from, and what it moves to.
program p
  implicit none
  integer, allocatable :: a(:), b(:)
  allocate (a(1000), b(3))
  call s(b)
  print *, 'not reached'
contains
  subroutine s(x)
    integer, intent(inout) :: x(:)
    call move_alloc(a, b) ! fails: deallocation of b
    x(3) = 7
  end subroutine
end program
