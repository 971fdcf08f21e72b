! A procedure that is an argument frees the module's array, which is an argument, too.
module m
  implicit none
  integer, allocatable :: a(:)
contains
  subroutine s(x, f)
    integer, intent(inout) :: x(:)
    external :: f
    call f
    x(1000) = 7
  end subroutine
  subroutine free
    deallocate (a) ! fails: deallocation of a
  end subroutine
end module
program p
  use m
  implicit none
  allocate (a(1000))
  call s(a, free)
  print *, 'not reached'
end program
