! test: kernel constant_powers
! Powers with constant exponents are products, in the order of libgcc's: from the low bit up, and the reciprocal of a
! negative one last for INTEGER(4), first for INTEGER(8).
subroutine constant_powers(x, n, a, b, c, d, i, k)
  implicit none
  real(8), intent(in) :: x
  integer, intent(in) :: n
  real(8), intent(out) :: a, b, c
  real, intent(out) :: d
  integer, intent(out) :: i
  integer(8), intent(out) :: k
  real :: s
  integer(8) :: m
  s = real(x)
  m = n
  a = x**3 + 2*x**7 - x**0/3 + x**1
  b = x**(-1) + x**(-5) - x**(-5_8) + x**5_8 + x**(-2)
  c = (x/8)**64 - (x/8)**65 + (x/8)**(-64) - (x/8)**(-65) + (x/8)**63_8
  d = s**3 - s**(-3) + s**(-3_8) + s**11 + (s/4)**(-64)
  i = n**0 + n**1 - n**2 + n**5 + (-n)**3 + n**13
  k = m**7 - m**2 + m**20 + m**0 + 3_8**20
end subroutine
