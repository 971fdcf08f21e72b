! test: kernel alternating_signs
! -1 to a power is a sign, for each kind of exponent, negative ones too.
subroutine alternating_signs(n, m, i, j, k, a, b, c)
  implicit none
  integer, intent(in) :: n
  integer(8), intent(in) :: m
  integer, intent(out) :: i, j
  integer(8), intent(out) :: k
  real, intent(out) :: a
  real(8), intent(out) :: b, c
  integer(1) :: small
  integer :: l
  i = (-1)**n
  small = int(mod(n, 100), 1)
  j = (-1)**small + 10*(-1_1)**n - (-1)**(n + 1)
  k = (-1)**m - 3*(-1_8)**n
  a = (-1.0)**n - 2*(-1.0)**m
  b = (-1d0)**m/3
  c = 0
  do l = -3, n
    if (l > 20) exit
    c = c + (-1)**l/real(2*l + 1, 8) + (-1d0)**l*l
  end do
end subroutine
