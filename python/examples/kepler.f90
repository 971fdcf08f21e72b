real(8) function kepler(m, e)
  ! The eccentric anomaly for a mean anomaly and an eccentricity.
  real(8), intent(in) :: m, e
  real(8) :: step
  integer :: i
  kepler = m
  do i = 1, 50
    step = (kepler - e*sin(kepler) - m)/(1 - e*cos(kepler))
    kepler = kepler - step
    if (abs(step) < 1d-13) exit
  end do
end function
