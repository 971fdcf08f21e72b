! Iteration counts of DO, and the variable behind the loop.
program do_counts
  implicit none
  integer :: i, n, first, last, step, least
  integer(8) :: k, kn, kl
  real :: x, xs, xe
  double precision :: d
  n = 0
  do i = 1, 10
    n = n + i
  end do
  print *, n, i
  do i = 10, 1
    n = -1
  end do
  print *, n, i
  do i = 10, 1, -3
    n = n + 1
  end do
  print *, n, i
  n = 0
  do i = 2147483640, 2147483646
    n = n + 1
  end do
  print *, n, i
  n = 0
  do i = 1, 2147483647
    n = n + 1
    if (n > 5) exit
  end do
  print *, n, i
  n = 0
  do i = -2147483647, 2147483647
    n = n + 1
    if (n > 5) exit
  end do
  print *, n, i
  least = -2147483647 - 1
  n = 0
  do i = least, least + 3
    n = n + 1
  end do
  print *, n, i
  n = 0
  do i = least, 2147483646
    n = n + 1
    if (n > 4) exit
  end do
  print *, n, i
  first = -2000000000
  last = 2000000000
  n = 0
  do i = first, last, 500000000
    n = n + 1
  end do
  print *, n, i
  n = 0
  do i = last, first, -1000000000
    n = n + 1
  end do
  print *, n, i
  do step = -3, 3
    if (step == 0) cycle
    n = 0
    do i = 2, 9, step
      n = n + 1
    end do
    print *, step, n, i
    n = 0
    do i = 9, 2, step
      n = n + 1
    end do
    print *, step, n, i
  end do
  first = 1
  last = 5
  step = 2
  n = 0
  do i = first, last, step
    first = 100
    last = 100
    step = 7
    n = n + 1
  end do
  print *, n, i, first, last, step
  i = 3
  n = 0
  do i = i + 1, i * 4, i
    n = n + 1
  end do
  print *, n, i
  do first = -2, 4
    n = 0
    do i = first, 3
      n = n + 1
    end do
    last = 0
    do i = 3, first, -1
      last = last + 1
    end do
    print *, first, n, last, i
    n = 0
    do i = first + 1, 3
      n = n + 1
    end do
    last = 0
    do i = 0, first
      last = last + 1
    end do
    print *, n, last, i
    n = 0
    do i = 2, first, 2
      n = n + 1
    end do
    last = 0
    do i = 3, first, 2
      last = last + 1
    end do
    print *, n, last, i
    n = 0
    do i = first, 5, 3
      n = n + 1
    end do
    print *, n, i
  end do
  kn = 0
  do k = 9000000000_8, 9000000005_8
    kn = kn + k
  end do
  print *, kn, k
  kl = 4
  kn = 0
  do k = kl, 1, -2
    kn = kn + k
  end do
  print *, kn, k
  n = 0
  do x = 0.0, 1.0, 0.1
    n = n + 1
  end do
  print *, n, x
  n = 0
  do x = 1.0, 0.0, -0.3
    n = n + 1
  end do
  print *, n, x
  n = 0
  do x = 1.0, 0.0
    n = n + 1
  end do
  print *, n, x
  n = 0
  do d = 0.1d0, 2.3d0, 0.1d0
    n = n + 1
  end do
  print *, n, d
  do i = 1, 12
    xs = 0.05 * i
    xe = 0.7
    n = 0
    do x = xe, xs, -xs
      n = n + 1
    end do
    last = 0
    do x = -xe, xe, xs
      last = last + 1
    end do
    print *, n, last, x
  end do
end program
