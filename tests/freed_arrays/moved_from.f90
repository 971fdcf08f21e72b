! As moved.f90, the other way round.
program p
  implicit none
  integer, allocatable :: a(:), b(:)
  allocate (a(1000))
  call s(a(1))
  print *, 'not reached'
contains
  subroutine s(x)
    integer, intent(inout) :: x(1000)
    call move_alloc(a, b) ! fails: deallocation of a
    x(1000) = 7
  end subroutine
end program
