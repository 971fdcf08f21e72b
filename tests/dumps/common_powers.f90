! test: dump gang --gang 4
! Lanes leave the loop one by one, but count alike: the power of X is a loop over the bits of the exponent, that of -1 a
! sign. Both once were calls.
subroutine common_powers(x, n, y)
  implicit none
  real(8), intent(in) :: x
  integer, intent(in) :: n
  real(8), intent(out) :: y
  integer :: k
  y = 0
  do k = -40, 40
    if (k > n) exit
    y = y + (-1)**k*x**k
  end do
end subroutine
