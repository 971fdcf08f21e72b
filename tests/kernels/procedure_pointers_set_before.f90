! test: kernel work
! test: init CALL SETUP()
! Procedure pointers of a module that are set before the rows, to procedures that the kernel does not name.
module chosen
  implicit none
  abstract interface
    real(8) function fn(x)
      real(8), intent(in) :: x
    end function
  end interface
  type :: holder
    procedure(fn), pointer, nopass :: f => null()
  end type
  procedure(fn), pointer :: a => null()
  type(holder) :: b
contains
  real(8) function added(x)
    real(8), intent(in) :: x
    added = x + 1
  end function
  real(8) function times(x)
    real(8), intent(in) :: x
    times = x * 10
  end function
  real(8) function negated(x)
    real(8), intent(in) :: x
    negated = -x
  end function
end module
subroutine setup()
  use chosen
  implicit none
  a => negated
  b%f => times
end subroutine
subroutine work(x, y)
  use chosen
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  procedure(fn), pointer :: c
  c => added
  if (x > 2) c => a
  y = c(x) + 100*b%f(x) + 10000*a(x)
end subroutine
