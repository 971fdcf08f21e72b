! test: kernel counted_powers
! Powers whose exponents all rows have in common, as they count alike and only leave the loop one by one: multiplied out
! as libgcc does, with the reciprocal of a negative exponent's power last for INTEGER(4), that of the base first for
! INTEGER(8). Bases differ between rows, or are the same for all.
subroutine counted_powers(x, n, a, b, c, d, e)
  implicit none
  real(8), intent(in) :: x
  integer, intent(in) :: n
  real(8), intent(out) :: a, b, e
  real, intent(out) :: c, d
  integer :: k, least
  integer(8) :: m
  a = 0
  b = 0
  c = 0
  d = 0
  e = 0
  do k = -40, 40
    if (k > n) exit
    a = a/3 + x**k + 1.1d0**k
    m = 7*k
    b = b/3 + x**m - 1.3d0**m
    c = c/3 + real(x)**k + 0.7**k
    d = d/3 + real(x)**(m - 1)
    ! From the least ones on, whose magnitude is not of their kind.
    least = -huge(least) - 1 + (k + 40)
    m = -huge(m) - 1 + (k + 40)
    e = e/3 + x**least + x**m
  end do
end subroutine
