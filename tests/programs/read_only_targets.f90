! Dummy arguments with INTENT(IN), and parts of them, are passed for dummy arguments with TARGET that have no INTENT.
module holders
  implicit none
  type holder
    integer :: n = 1
    integer, allocatable :: v(:)
  end type
contains
  function item(self, k) result(p)
    class(holder), target :: self
    integer, intent(in) :: k
    integer, pointer :: p
    p => self%v(k)
  end function
  subroutine show(x, a)
    class(holder), intent(in) :: x
    integer, intent(in) :: a(:)
    print *, item(x, 2), first(a), first(a(2:)), first(x%v)
  end subroutine
  function first(a) result(k)
    integer, target :: a(:)
    integer, pointer :: p
    integer :: k
    p => a(1)
    k = p
    call check(p)
  end function
  subroutine check(p)
    integer, pointer :: p
    if (p < -100) p = 0
  end subroutine
end module
program read_only_targets
  use holders
  implicit none
  type(holder) :: x
  x%v = [4, 5, 6]
  call show(x, [7, -8])
end program
