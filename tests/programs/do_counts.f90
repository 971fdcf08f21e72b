! Iteration counts: kinds, limits at the ends of a kind, real variables.
program counts
  implicit none
  integer :: i, n
  integer(8) :: k
  real :: x
  double precision :: d
  n = 0
  do i = 2147483645, 2147483646
    n = n + 1
  end do
  print *, 'near the top', n
  n = 0
  do i = -2147483647, 2147483647, 1000000000
    n = n + 1
  end do
  print *, 'wide', n
  n = 0
  do k = 9000000000_8, 9000000005_8, 2
    n = n + int(k - 9000000000_8)
  end do
  print *, 'eight bytes', k, n
  n = 0
  do x = 0.0, 1.0, 0.25
    n = n + 1
  end do
  print *, 'real', x, n
  n = 0
  do d = 1d0, 0d0, -0.1d0
    n = n + 1
  end do
  print *, 'double', n, d
  n = 0
  do x = 1, 10, 3
    n = n + int(x)
  end do
  print *, 'real from integers', x, n
  n = 0
  do i = 3, 1, -1
    do k = i, 1, -1
      n = n*2 + int(k)
    end do
  end do
  print *, 'nested', i, k, n
  n = 0
  do x = 1.0, 0.0
    n = 99
  end do
  print *, 'none', x, n
end program counts
