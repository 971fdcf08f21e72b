! test: kernel kern
! An internal procedure as an argument takes the variables of its host along, scalars, arrays and dummy arguments.
module quadrature
contains
  subroutine quad(f, a, b, r)
    interface
      function f(x)
        double precision, intent(in) :: x
        double precision :: f
      end function
    end interface
    double precision, intent(in) :: a, b
    double precision, intent(out) :: r
    double precision :: h
    integer :: i
    r = 0
    h = (b - a)/10
    do i = 1, 10
      r = r + f(a + (i - 0.5d0)*h)*h
    end do
  end subroutine
  subroutine product_of(f, g, a, b, r)
    double precision, external :: f, g
    double precision, intent(in) :: a, b
    double precision, intent(out) :: r
    double precision :: s
    call quad(f, a, b, r)
    call quad(g, a, b, s)
    r = r*s
  end subroutine
end module
subroutine kern(p, n, y, calls)
  use quadrature
  implicit none
  double precision :: p, y, w(3)
  integer :: n, calls
  complex(8) :: z
  w = [1d0, p, p*p]
  z = (0d0, 1d0)
  calls = 0
  call product_of(poly, other, 0d0, 1d0, y)
  y = y + dble(z)
contains
  double precision function poly(x)
    double precision, intent(in) :: x
    calls = calls + 1
    poly = w(1) + x*(w(2) + x*w(3))
    z = z + cmplx(x, n, 8)
  end function
  double precision function other(x)
    double precision, intent(in) :: x
    calls = calls + 100
    other = x**n
    if (n > 2) call again
  end function
  subroutine again
    calls = calls + 10000
    if (mod(calls, 3) == 0) w(2) = w(2) + 1
  end subroutine
end subroutine
