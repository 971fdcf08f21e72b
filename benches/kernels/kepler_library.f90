! Kepler's equation as in the example `kepler`, with sine and cosine of the library.
subroutine kepler(m, ecc, ea, steps)
  implicit none
  double precision :: m, ecc, ea, d
  integer :: steps
  steps = 0
  ea = m + ecc*sign(0.85d0, m)
  do
    d = (ea - ecc*sin(ea) - m)/(1.0d0 - ecc*cos(ea))
    ea = ea - d
    steps = steps + 1
    if (abs(d) < 1.0d-12 .or. steps >= 50) exit
  end do
end subroutine
