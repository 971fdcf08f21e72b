! test: kernel orders
! BESSEL_JN and BESSEL_YN of ranges that differ between lanes.
subroutine orders(n, m, x, s, t, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x
  real(8), intent(out) :: s, t
  real, intent(out) :: y
  real(8), allocatable :: j(:)
  real :: r(3)
  j = bessel_jn(n, n + m, x)
  s = j(1)
  t = sum(j)
  r = bessel_yn(n, n + 2, real(x))
  y = r(3)
end subroutine
