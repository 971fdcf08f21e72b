! test: kernel newton
! Lanes that choose other functions by procedure pointers, which an object has.
module functions
  implicit none
  abstract interface
    pure real(8) function fn(x)
      real(8), intent(in) :: x
    end function
  end interface
  type :: spec
    procedure(fn), pointer, nopass :: f => null(), df => null()
  end type
contains
  pure real(8) function f1(x)
    real(8), intent(in) :: x
    f1 = x**3 - x - 2
  end function
  pure real(8) function d1(x)
    real(8), intent(in) :: x
    d1 = 3*x**2 - 1
  end function
  pure real(8) function f2(x)
    real(8), intent(in) :: x
    f2 = cos(x) - x
  end function
  pure real(8) function d2(x)
    real(8), intent(in) :: x
    d2 = -sin(x) - 1
  end function
  subroutine choose(k, s)
    integer, intent(in) :: k
    type(spec), intent(out) :: s
    select case (k)
    case (1)
      s = spec(f1, d1)
    case (2)
      s = spec(f2, d2)
    end select
  end subroutine
end module
subroutine newton(k, x, n)
  use functions
  implicit none
  integer, intent(in) :: k
  real(8), intent(inout) :: x
  integer, intent(out) :: n
  type(spec) :: s
  real(8) :: step
  call choose(k, s)
  n = 0
  do
    step = s%f(x)/s%df(x)
    x = x - step
    n = n + 1
    if (abs(step) < 1d-12 .or. n > 50) exit
  end do
end subroutine
