! DO CONCURRENT with several indices, steps and masks; its indices are its own.
program concurrent
  implicit none
  integer :: i, j, k, m, t
  integer :: a(4, 4)
  i = 77
  t = 3
  do concurrent (i = 1:4, j = 1:4)
    a(i, j) = 10*i + j
  end do
  do concurrent (k = 4:1:-2, m = 1:4, m /= k)
    a(k, m) = -a(k, m)
  end do
  do concurrent (j = 1:4)
    if (j == t) cycle
    a(1, j) = 0
  end do
  do j = 1, 4
    print *, a(1, j), a(2, j), a(3, j), a(4, j)
  end do
  print *, i, j
end program
