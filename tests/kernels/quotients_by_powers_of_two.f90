! test: kernel halve
! Quotients by powers of two are products with the reciprocals: of subnormal numbers, the greatest, zeros and infinities,
! too, also where the power is no literal. By powers whose reciprocals are no normal numbers they stay quotients.
subroutine halve(x, s, q1, q2, q3, q4, q5, q6, q7, q8, q9, h1, h2, h3, h4, h5, h6, b)
  double precision x, q1, q2, q3, q4, q5, q6, q7, q8, q9
  real s, h1, h2, h3, h4, h5, h6
  logical b
  double precision, parameter :: two = 2, great = 2d0**1022, greater = 2d0**1023, small = 2d0**(-1022), tiny = 2d0**(-1040)
  real, parameter :: high = 2.0**126, higher = 2.0**127, low = 2.0**(-126), lower = 2.0**(-130)
  double precision quarter
  complex(8) z
  q1 = x / two
  q2 = x / (-8d0)
  q3 = x / great
  q4 = x / greater
  q5 = x / small
  q6 = x / tiny
  quarter = 0.5d0 * 0.5d0
  q7 = x / quarter / 3
  z = cmplx(x, -x, 8) / 4d0
  q8 = real(z) + 2 * aimag(z)
  q9 = q1 / 1 - x / 1d0
  h1 = s / 2
  h2 = s / high
  h3 = s / higher
  h4 = s / low
  h5 = s / lower
  h6 = real(x / 2)
  b = x / 2 == x * 0.5d0 .and. s / 1024.0 == s * 2.0**(-10)
end subroutine
