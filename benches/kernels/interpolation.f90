! The value at X of the polygon through N points, found by bisection; that of the nearest end where X is outside.
double precision function value_at(n, xs, ys, x)
  implicit none
  integer :: n, low, high, middle
  double precision :: xs(*), ys(*), x
  if (x <= xs(1)) then
    value_at = ys(1)
    return
  else if (x >= xs(n)) then
    value_at = ys(n)
    return
  end if
  low = 1
  high = n
  do while (high - low > 1)
    middle = (low + high)/2
    if (xs(middle) > x) then
      high = middle
    else
      low = middle
    end if
  end do
  value_at = ys(low) + (x - xs(low))/(xs(high) - xs(low))*(ys(high) - ys(low))
end function
