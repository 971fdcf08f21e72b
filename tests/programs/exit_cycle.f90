! EXIT and CYCLE, of the innermost loop and by name.
program names
  implicit none
  integer :: i, j, k, n
  n = 0
  outer: do i = 1, 5
    middle: do j = 1, 5
      do k = 1, 5
        if (k == 3) cycle middle
        if (j == 4) cycle outer
        if (i == 4) exit outer
        n = n + 100*i + 10*j + k
      end do
      n = n + 1000000
    end do middle
    n = n + 2000000
  end do outer
  print *, i, j, k, n
  i = 0
  search: do
    i = i + 1
    do
      i = i + 3
      if (mod(i, 5) == 0) cycle search
      if (i > 20) exit search
      if (i > 15) exit
    end do
    print *, 'inner left at', i
  end do search
  print *, 'left at', i
  i = 10
  down: do while (i > 0)
    i = i - 1
    if (mod(i, 3) /= 0) cycle down
    print *, 'three divides', i
  end do down
  do i = 1, 3
    if (i == 2) cycle
    do j = 1, 3
      if (j == 2) exit
      print *, i, j
    end do
  end do
end program names
