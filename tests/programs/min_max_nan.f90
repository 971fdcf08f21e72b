! MIN, MAX, SIGN, DIM and comparisons with NaN, infinities and signed zeros.
program edges
  implicit none
  double precision :: v(6), zero
  real :: s(6)
  integer :: i, j
  zero = 0
  v(1) = zero/zero
  v(2) = 1/zero
  v(3) = -1/zero
  v(4) = -zero
  v(5) = 0
  v(6) = 1.5d0
  do i = 1, 6
    s(i) = v(i)
  end do
  do i = 1, 6
    do j = 1, 6
      print *, i, j, max(v(i), v(j)), min(v(i), v(j)), max(s(i), s(j)), min(s(i), s(j))
      print *, v(i) < v(j), v(i) <= v(j), v(i) == v(j), v(i) /= v(j), v(i) > v(j), v(i) >= v(j)
      print *, dim(v(i), v(j))
      if (i > 1 .and. j > 1) print *, sign(v(i), v(j)), v(i)*v(j), v(i) - v(j)
    end do
  end do
  print *, max(v(6), v(1), v(5)), max(v(1), v(6), v(5)), min(v(5), v(6), v(1))
  print *, abs(v(4)), abs(v(3)), -v(5), -v(4), sqrt(v(4)), sqrt(v(2))
  print *, mod(v(6), v(2)), mod(v(4), v(6)), mod(-v(6), v(6))
  print *, atan2(v(5), v(4)), atan2(v(4), v(4)), atan2(v(4), v(5)), atan2(v(2), v(3))
  print *, exp(v(3)), exp(v(2)), tanh(v(2)), atan(v(3)), exp(v(6)*474), exp(-v(6)*500), log(v(5))
end program edges
