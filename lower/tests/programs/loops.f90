! EXIT and CYCLE by name, DO WHILE, bare DO.
program loops
  implicit none
  integer :: i, j, n, calls
  integer, external :: count_calls
  n = 0
  outer: do i = 1, 10
    inner: do j = 1, 10
      if (j == i) cycle outer
      if (i * j > 30) exit outer
      if (mod(j, 2) == 0) cycle inner
      n = n + i * j
    end do inner
    n = n + 1000
  end do outer
  print *, n, i, j
  n = 1
  do while (n < 100 .and. mod(n, 7) /= 0)
    n = n * 3 + 1
  end do
  print *, n
  i = 0
  do
    i = i + 1
    if (i == 3) cycle
    if (i > 6) exit
    print *, i
  end do
  calls = 0
  do while (count_calls(calls) < 4)
    print *, 'body', calls
  end do
  print *, calls
end program

integer function count_calls(n)
  integer :: n
  n = n + 1
  count_calls = n
end function
