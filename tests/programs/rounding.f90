! Truncation and rounding: halves, signs, what is already whole.
program rounding
  implicit none
  real :: x(12)
  double precision :: d(12)
  integer :: i
  data x /0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999997, -0.49999997, 8388609.0, -8388607.5, 1.0, -0.0/
  data d /0.5d0, -0.5d0, 1.5d0, -1.5d0, 2.5d0, -2.5d0, 0.49999999999999994d0, -0.49999999999999994d0, &
          4503599627370497.5d0, -4503599627370495.5d0, 1d0, -0d0/
  do i = 1, 12
    print *, x(i), int(x(i)), nint(x(i)), aint(x(i)), anint(x(i))
  end do
  do i = 1, 12
    print *, d(i), int(d(i), 8), nint(d(i), 8), aint(d(i)), anint(d(i))
  end do
  print *, ifix(-3.7), idint(-3.7d0), idnint(2.5d0), dint(-2.7d0), dnint(-2.5d0)
  print *, int(7), int(7_8), int(-0.9), int(2.0e9), int(-1.5d9)
  print *, real(7), real(0.1d0), dble(0.1), float(3), sngl(0.1d0), dfloat(3)
  print *, sign(1.0, aint(-0.3)), sign(1d0, anint(-0.2d0)), sign(1.0, anint(-0.5))
  print *, nint(1e9), nint(-123456.5), aint(1e30), anint(1e30)
end program rounding
