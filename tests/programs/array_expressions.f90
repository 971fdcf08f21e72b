! Whole arrays, sections, constructors, and the functions of arrays.
program arrays
  implicit none
  integer, parameter :: n = 4
  integer :: a(5), b(5), i, k, m(3, 4), v(3)
  real :: x(5), y(5), z(n, n), w(n)
  double precision :: d(2:6)
  logical :: l(5)
  a = [(i*i, i = 1, 5)]
  print *, a
  b = a
  b(2:5) = b(1:4)
  print *, b
  b(5:1:-1) = a
  print *, b
  a(::2) = 0
  print *, a
  x = b
  y = sqrt(x) + 1
  print *, y
  y(2:4) = x(1:3)*2 - x(2)
  print *, y
  do i = 1, 3
    m(i, :) = [i, 2*i, 3*i, 4*i]
  end do
  print *, m
  m(:, 2) = m(:, 3) + m(:, 1)
  print *, m(:, 2), sum(m), sum(m, 1), sum(m, dim=2), product(m(1:2, 1:2))
  v = m([3, 1, 2], 1)
  print *, v, maxval(m), minval(m, dim=1), maxloc(m), minloc(m), maxloc(v, dim=1)
  l = a > 0
  print *, l, any(l), all(l), count(l), any(m > 11, dim=1)
  z = 0
  do k = 1, n
    z(k, k) = k
    w(k) = 0.5*k
  end do
  print *, matmul(z, w), dot_product(w, w)
  print *, matmul(transpose(z), z)
  print *, size(z), size(z, 2), shape(z), lbound(d), ubound(d), lbound(d, 1), ubound(z, 2)
  print *, reshape([1, 2, 3, 4, 5, 6], [2, 3])
  print *, reshape([1, 2, 3], [2, 3], pad=[7, 8])
  print *, spread([1, 2, 3], 1, 2), spread(5, 1, 3)
  print *, pack(m, m > 5), pack([1, 2, 3], .true.), pack([1, 2, 3], [.true., .false., .true.], [9, 9, 9])
  print *, unpack([10, 20], [.true., .false., .true.], [1, 2, 3])
  print *, cshift([1, 2, 3, 4], 1), cshift([1, 2, 3, 4], -1), eoshift([1, 2, 3, 4], 2), eoshift([1, 2, 3, 4], -1, 9)
  print *, cshift(m, 1, 2), cshift(m, [1, 2, 0], dim=2)
  d = [1d0, 2d0, 3d0, 4d0, 5d0]
  where (d > 2.5d0)
    d = d*10
  elsewhere (d > 1.5d0)
    d = -d
  elsewhere
    d = 0
  end where
  print *, d
  where (a == 0) a = 99
  print *, a
  forall (i = 1:5, a(i) /= 99) b(i) = a(6 - i)
  print *, b
  forall (i = 2:4) a(i) = a(i - 1)
  print *, a
  forall (i = 1:3, k = 1:4, i /= k) m(i, k) = i*10 + k
  print *, m
  print *, [1, 2, 3] + [10, 20, 30], sum([(i, i = 1, 10)]), [real :: 1, 2, 3]
  print *, abs([-1, 2, -3]), max([1, 5], [3, 2]), mod([5, 6], 4)
end program
