! Numeric functions beyond FORTRAN 77, of both kinds of REAL.
program real_functions
  implicit none
  integer :: n
  real :: x
  double precision :: d
  do n = -12, 12
    x = n * 0.37
    d = n * 0.37d0
    print *, erf(x), erfc(x), gamma(x + 5.5), log_gamma(x + 0.11)
    print *, erf(d), erfc(d), gamma(d + 5.5d0), log_gamma(d + 0.11d0)
    print *, bessel_j0(x), bessel_j1(x), bessel_jn(3, x)
    print *, bessel_j0(d), bessel_j1(d), bessel_jn(n, d)
    print *, bessel_y0(x + 5), bessel_y1(x + 5), bessel_yn(2, x + 5)
    print *, dbesj0(d), dbesj1(d), dbesjn(2, d), dbesy0(d + 5), dbesy1(d + 5), dbesyn(2, d + 5)
    print *, asinh(x), acosh(abs(x) + 1), atanh(x / 5)
    print *, asinh(d), acosh(abs(d) + 1), atanh(d / 5)
    print *, hypot(x, 1.5), hypot(d, 1.5d0)
    print *, floor(x), ceiling(x), floor(d), ceiling(d), nint(x), int(x), floor(d, 8), ceiling(x, kind=8)
    print *, modulo(x, 0.7), modulo(x, -0.7), modulo(d, 0.7d0), modulo(d, -0.7d0), mod(d, -0.7d0)
    print *, nearest(x, 1.0), nearest(x, -1.0), nearest(d, 1d0), nearest(d, -1d0)
    print *, spacing(x), spacing(d), rrspacing(x), rrspacing(d)
    print *, fraction(x), exponent(x), fraction(d), exponent(d)
    print *, scale(x, n), scale(d, n), set_exponent(x, n), set_exponent(d, n)
    print *, aint(x), anint(x), aint(d), anint(d), dint(d), dnint(d)
    print *, merge(x, -x, n > 3), merge(n, 7, n < 0), merge(d, 1d0, .true.), merge(.true., .false., n == 2)
    print *, cotan(x + 0.1), cotan(d + 0.1d0), asind(x / 5), acosd(d / 5), atand(d), atan2d(x, 2.0)
    print *, isnan(x), isnan(sqrt(d)), sign(x, -0.0), dim(x, 1.0), dprod(x, 3.0)
  end do
  x = 1e-40
  d = 1d-310
  print *, fraction(x), exponent(x), spacing(x), rrspacing(x), nearest(x, 1.0), set_exponent(x, 3), scale(x, 130)
  print *, fraction(d), exponent(d), spacing(d), rrspacing(d), nearest(d, 1d0), set_exponent(d, 3), scale(d, 1030)
  print *, spacing(0.0), spacing(0d0), nearest(0d0, 1d0), nearest(0.0, -1.0)
  x = 0
  print *, exponent(x), exponent(1 / x), exponent(1d0 / x), fraction(x), rrspacing(x), spacing(x)
  print *, digits(x), digits(d), digits(n), digits(1_8), precision(x), precision(d), range(x), range(d), range(n), range(1_8)
  print *, radix(x), radix(n), maxexponent(x), maxexponent(d), minexponent(x), minexponent(d), bit_size(n), bit_size(1_8)
  print *, kind(x), kind(d), kind(n), kind(.true.), huge(n), huge(1_8), huge(x), huge(d), tiny(x), tiny(d), epsilon(x), epsilon(d)
  print *, selected_int_kind(9), selected_int_kind(10)
  print *, selected_real_kind(6), selected_real_kind(r=200), selected_real_kind(15, 300)
  print *, storage_size(x), storage_size(d), sizeof(n)
  print *, int8(3.7), int(3.7d0, 8), real(3, 8), real(1d0 / 3), dble(1.5), dfloat(3), sngl(1d0 / 3), float(7), iabs(-4)
end program
