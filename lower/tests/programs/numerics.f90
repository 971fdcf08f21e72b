! Every operation and intrinsic function, of operands that are not known before the program runs.
program numerics
  double precision d(9), x, y
  real a(9), s, t
  integer k(9), i, j, m, n
  integer(8) l, big
  integer negated
  logical p, q
  data d /1.1d0, -0.7d0, 3.14159265358979d0, 1d-5, 123456.789d0, -2.5d0, 0.5d0, -0d0, 1d200/
  data a /1.1, -0.7, 3.14159265, 1e-5, 123456.789, -2.5, 0.5, -0.0, 1e20/
  data k /0, 1, 2, 3, 7, -1, -2, -5, 33/
  do i = 1, 9
    x = d(i)
    s = a(i)
    y = abs(x) / (1 + abs(x))
    t = abs(s) / (1 + abs(s))
    print *, 'x', x, s, aint(x), anint(x), aint(s), anint(s), abs(x)
    print *, 'circle', sin(y), cos(y), tan(y), asin(y), acos(y), atan(x), atan2(x, y + 1)
    print *, 'circle', sin(t), cos(t), tan(t), asin(t), acos(t), atan(s), atan2(s, t + 1)
    print *, 'hyper', sinh(y), cosh(y), tanh(y), exp(y), log(y + 1), log10(y + 1), sqrt(y)
    print *, 'hyper', sinh(t), cosh(t), tanh(t), exp(t), log(t + 1), log10(t + 1), sqrt(t)
    do j = 1, 9
      n = k(j)
      l = k(j)
      print *, x**n, x**l, s**n, s**l, sign(x, dble(n)), dim(x, dble(n)), mod(x, dble(j)), sign(3, n), dim(n, 2)
      print *, max(x, dble(n)), min(s, real(n)), max(n, j), min(n, j), mod(n, j), n / j, abs(n), -n
      m = j + 1
      if (i < 4) print *, m**i, n**2, l**3, m**n, y**0.3d0, t**0.3, y**x, 2**i
    end do
    if (abs(x) < 1d9) print *, int(x), nint(x), int(s), nint(s), int(x, 8), nint(x, 8), real(x), dble(s), x + s
  end do
  i = 2147483647
  j = -i - 1
  i = i + 1
  big = 9223372036854775807_8
  big = big + 1
  print *, i, j, big, i == j, j - 1, j * 3, big * 3, abs(j), negated(i)
  p = d(1) > d(2)
  q = .not. p
  print *, p, q, p .and. q, p .or. q, p .eqv. q, p .neqv. q, p .and. .not. q, d(8) == 0, d(8) < 0, a(1) == 1.1d0
  x = d(9) * d(9)
  y = x - x
  print *, x, -x, y, y == y, y /= y, y < 1, y >= 1, sqrt(d(2)) > 0
end program numerics

integer function negated(i)
  integer i
  negated = i / (-1)
end function negated
