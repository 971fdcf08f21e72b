! DIM need not be a constant: the dimension that a function goes along may be known only when the program runs.
program dimension_at_run_time
  implicit none
  integer :: a(2, 3, 2) = reshape([3, 1, 2, 6, 5, 4, 12, 10, 11, 7, 9, 8], [2, 3, 2])
  real :: r(2, 3) = reshape([1.5, 2.0, -3.0, 4.25, 5.0, -6.0], [2, 3])
  complex :: z(2, 2) = reshape([(1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.0)], [2, 2])
  character(3) :: t(2, 3) = reshape(['abc', 'xyz', 'def', 'aaa', 'zzz', 'mno'], [2, 3])
  integer :: d
  integer(8) :: long
  do d = 1, 3
    print *, sum(a, d), shape(sum(a, d))
    print *, product(a, dim=d, mask=a < 10)
    print *, maxval(a, d), minval(a, d)
    print *, maxloc(a, d), minloc(a, d, back=.true.), findloc(a, 5, d)
    print *, any(a > 11, d), all(a > 1, d), count(a > 4, d), parity(a > 4, d)
    print *, iall(a, d), iany(a, d), iparity(a, d)
    print *, cshift(a, 1, d)
    print *, cshift(a, sum(a, d), d)
    print *, eoshift(a, -1, dim=d)
    print *, eoshift(a, 1, -7, d)
    print *, spread(r, d, 2), shape(spread(r, d, 2))
  end do
  do long = 1, 2
    print *, norm2(r, long), sum(z, long), product(z, long)
    print *, cshift(t, 1, long), eoshift(t, 1, dim=long), spread(t(1, :), long, 2)
    print *, maxval(t, long), minloc(t, long), cshift(z, -1, long)
  end do
  d = 1
  print *, sum(a(:, 2, 1), d), maxloc(a(:, 2, 1), d), cshift(a(1, :, 2), 1, d), size(a, d)
  print *, lbound(sum(a, d)), ubound(sum(a, d + 1))
end program
