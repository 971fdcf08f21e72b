! Keywords and OPTIONAL arguments that do not fit.
subroutine s
  implicit none
  real :: x
  real, optional :: y
  call inner
  call inner(1.0, b=2.0, c=3.0)
  call inner(1.0, a=2.0)
  call inner(a=1.0, 2.0)
  call inner(b=1.0)
  call inner(1.0, 2.0, 3.0)
  call inner([1.0], b=.true.)
  call outer(v=1.0)
  if (present(x)) x = 1
  x = f(b=1)
contains
  subroutine inner(a, b)
    real, intent(in) :: a
    real, intent(in), optional :: b
    optional :: c
    if (present(a)) print *, a
    if (present(b + 1)) print *, b
  end subroutine
  real function f(a, b)
    integer, optional, value :: a
    integer, optional, intent(out) :: b
    f = 1
    b = 2
  end function
end subroutine
