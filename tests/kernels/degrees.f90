! test: kernel degrees
! Angles in degrees, the scaled complementary error function, NORM2, and functions of bits over arrays: at run time, by
! the library's own methods.
subroutine degrees(x, y, i, s8, c8, t8, q8, a8, b8, e8, s4, c4, t4, a4, q4, e4, n, k1, k2, k3, k4, k5, k6, k7, k8)
  double precision, intent(in) :: x
  real, intent(in) :: y
  integer, intent(in) :: i
  double precision, intent(out) :: s8, c8, t8, q8, a8, b8, e8, n
  real, intent(out) :: s4, c4, t4, a4, q4, e4
  integer, intent(out) :: k1, k2, k3, k4, k5, k6, k7, k8
  double precision :: v(4)
  integer :: m(4)
  s8 = sind(x)
  c8 = cosd(x)
  t8 = tand(x)
  q8 = cotand(x)
  a8 = asind(x / 1000) + acosd(x / 1000)
  b8 = atan2d(x, 3d0)
  e8 = erfc_scaled(x / 100)
  s4 = sind(y)
  c4 = cosd(y)
  t4 = tand(y)
  a4 = atand(y)
  q4 = cotan(y)
  e4 = erfc_scaled(y / 50)
  v = [x, -x / 7, dble(y), 0d0]
  n = norm2(v) + norm2(v(1:i))
  m = [i, i + 3, 2 * i, 7 - i]
  k1 = iall(m)
  k2 = iany(m, mask=m > 3)
  k3 = iparity(m)
  k4 = merge_bits(i, 12, m(3))
  k5 = findloc(m, 7, 1)
  k6 = findloc(m, 4, 1, back=.true.)
  k7 = findloc(v, 0d0, 1)
  k8 = merge(1, 0, parity(m > 4))
end subroutine
