! Whole arrays and sections of COMPLEX.
program complex_arrays
  implicit none
  complex :: a(4), b(4), m(2, 3), z
  complex(8) :: d(3)
  integer :: i
  a = (1.0, -1.0)
  b = [((0.5, 0.25) * i, i = 1, 4)]
  print *, b
  b = a * b + 2 * conjg(b) - f((1.0, 1.0))
  print *, b
  a(2:4) = a(1:3) + b(2:4)
  print *, a
  a(4:1:-1) = a
  print *, a
  m = 0
  m(1, :) = [(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]
  m(2, 1:2) = sqrt(m(1, 2:3))
  print *, m
  d = m(1, :) / (2.0d0, 1.0d0)
  print *, d
  where (real(a) > 1) a = a * (0.0, 1.0)
  print *, a, abs(a), aimag(a(2:3))
  z = a(1)
  a = z ** 2
  print *, a
  call g(m(:, 2), 2)
  call g(m, 6)
  call auto(3)
contains
  complex function f(x)
    complex, intent(in) :: x
    f = x * x
  end function
  subroutine g(x, n)
    integer, intent(in) :: n
    complex :: x(n)
    print *, x(n), x(1)
    x = -x
  end subroutine
  subroutine auto(n)
    integer, intent(in) :: n
    complex :: w(n), v(n)
    w = (1.0, 2.0)
    v = w * w
    print *, w, v
  end subroutine
end program
