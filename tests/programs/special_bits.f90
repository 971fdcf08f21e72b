! Infinities and NaNs that are given by their bits, as constants and at run time.
program special_bits
  real, parameter :: nan = real(z'7fc00000'), inf = real(z'ff800000')
  real(8), parameter :: dn = real(z'7ff8000000000000', 8)
  real x
  integer i
  i = transfer(nan, 0)
  print '(z8.8)', i
  print *, nan, inf, dn, nan /= nan
  x = real(z'7fc00001')
  print '(z8.8)', transfer(x, 0)
  print '(z8.8)', x
end program
