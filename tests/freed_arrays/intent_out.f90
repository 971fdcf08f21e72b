! A dummy argument with INTENT(OUT) is freed where its procedure begins.
program p
  implicit none
  integer, allocatable :: a(:)
  allocate (a(1000))
  call s(a)
  print *, 'not reached'
contains
  subroutine s(x)
    integer, intent(inout) :: x(:)
    call clear(a)
    x(1000) = 7
  end subroutine
  subroutine clear(a) ! fails: deallocation of a
    integer, allocatable, intent(out) :: a(:)
  end subroutine
end program
