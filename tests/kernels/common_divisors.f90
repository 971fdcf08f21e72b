! test: kernel divide
! test: set y = 49.0
! test: set k = 10
! Quotients of which all rows have the divisor in common: those of a series, of constants, and of integers.
subroutine divide(x, i, y, k, q, third, negative, series, whole, rest, small)
  implicit none
  real(8) :: x, y, q, third, negative, series, term
  integer :: i, k, whole, rest, small, n
  q = x/y
  third = x/3.0d0
  negative = x/(-0.7d0)
  series = 1.0d0
  term = 1.0d0
  do n = 1, 40
    term = term*x/(n*(n + 0.5d0))
    series = series + term
    if (abs(term) <= 1d-17*abs(series)) exit
  end do
  whole = i/k
  rest = mod(i, k)
  small = mod(i, 365)/k
end subroutine
