! A procedure that calls itself frees the array that it has passed on.
program p
  implicit none
  call s(2)
  print *, 'not reached'
contains
  recursive subroutine s(depth)
    integer, intent(in) :: depth
    integer, allocatable, save :: a(:)
    if (allocated(a)) deallocate (a) ! fails: deallocation of a
    allocate (a(1000))
    if (depth > 0) call t(a, depth)
  end subroutine
  recursive subroutine t(x, depth)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: depth
    call s(depth - 1)
    x(1000) = 7
  end subroutine
end program
