! A component that is lent to an ALLOCATABLE dummy argument while another argument is of it.
module m
  type :: a
    integer :: n = 1
  end type
  type, extends(a) :: b
    character(:), allocatable :: s
    real, allocatable :: w(:)
  end type
contains
  subroutine second(q)
    class(a), pointer, intent(in) :: q
  end subroutine
  subroutine app(c, d)
    character(:), allocatable, intent(inout) :: c
    character(*), intent(in) :: d
    c = c//d
  end subroutine
  subroutine appn(c, n)
    character(:), allocatable, intent(inout) :: c
    integer, intent(in) :: n
    c = c//repeat('x',n)
  end subroutine
  subroutine appw(c, n)
    real, allocatable, intent(inout) :: c(:)
    integer, intent(in) :: n
    c = [c, real(n)]
  end subroutine
  subroutine outc(c, n)
    character(:), allocatable, intent(out) :: c
    character(*), intent(in) :: n
    c = n
  end subroutine
end module
program p
  use m
  type(b), target :: t
  class(a), pointer :: q
  t%s='abc'; t%w = [1.,2.]
  q => t
call appw(t%w, merge(1,2,allocated(t%w)))
print *, t%w
end program
