! test: kernel in_lanes
! Functions that are computed for several lanes at once, in all ways to compute them: near zero, where a table or another
! polynomial begins, far away, and what is left to the function of the system. Each lane has the bits of scalar code.
subroutine in_lanes(x, y, s, c, t, angle, e, ec, lg)
  real(8), intent(in) :: x, y
  real(8), intent(out) :: s, c, t, angle, e, ec, lg
  s = sinh(x)
  c = cosh(x)
  t = tanh(x)
  angle = atan2(y, x)
  e = erf(x)
  ec = erfc(x)
  lg = log_gamma(abs(x))
end subroutine
