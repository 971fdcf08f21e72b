! IEEE functions of two REAL arguments of different kinds, which no specific procedure took.
program ieee_of_two_kinds
  use ieee_arithmetic
  implicit none
  real :: x = 1.0, nan
  double precision :: y = 1.00000001d0, z(4) = [2d0, -1d300, 1d0, 5.25d0]
  nan = ieee_value(nan, ieee_quiet_nan)
  print *, kind(ieee_next_after(x, y)), ieee_next_after(x, y), ieee_next_after(y, x), kind(ieee_next_after(y, x))
  print *, ieee_next_after(x, z), ieee_next_after(z, x), ieee_next_after(huge(x), 1d300)
  print *, kind(ieee_rem(x, y)), ieee_rem(7.0, z), ieee_rem(z, 2.0), kind(ieee_rem(y, x))
  print *, ieee_unordered(x, y), ieee_unordered(nan, y), ieee_unordered(z, nan)
end program
