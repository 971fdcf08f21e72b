! test: dump cfg
! test: dump ssa
! Array assignments as actions with the verdict of the dependence test, and the loops that become of them.
subroutine kernel(a, n, k, x, z)
  integer :: n, k
  real :: a(20), b(4, 4), x
  complex :: z
  complex :: w(3)
  b = x
  a(2:10) = a(1:9)
  a(k:k+4) = a(k+1:k+5) * 2.0
  a(11:20) = a(1:10)
  a(1:19:2) = a(2:20:2)
  a(20:1:-1) = a
  b(2:4, :) = b(1:3, :)
  b(:, 2:4) = b(:, 1:3)
  where (b > 1.0) b = 1.0 / b
  where (b > 0.5)
    b = 0.5
  elsewhere
    b = -b
  end where
  forall (k = 1:4, n = 1:4, k /= n) b(k, n) = b(n, k)
  w = z
  w(2:3) = w(1:2) * z
  x = sum(b) + a(n) + real(w(3))
end subroutine
