! test: kernel endless
! Recursion that does not end fails its row, with arrays and without, and whatever the other rows do meanwhile.
subroutine endless(n, x, y)
  implicit none
  integer :: n
  real(8) :: x, y, large
  y = 0
  if (n == 13) then
    call one_way(n, y)
  else if (n == 14) then
    y = large(x, n)
  else
    call other_way(n, y)
    y = y + large(x, n)
  end if
  y = y + x
end subroutine

recursive subroutine one_way(n, y)
  integer :: n
  real(8) :: y
  y = y + 1
  call other_way(n, y)
  y = y + 1
end subroutine

recursive subroutine other_way(n, y)
  integer :: n
  real(8) :: y
  y = y + n
  if (n == 13) then
    call one_way(n, y)
  else if (y < 90) then
    call other_way(n, y)
  end if
end subroutine

recursive function large(x, n) result(y)
  integer :: n
  real(8) :: x, y, table(20)
  table(mod(n, 20) + 1) = n
  table(20) = x
  y = x
  if (n /= 14 .and. abs(y) < 1) return
  y = table(mod(n, 20) + 1) + large(x/2, n) + table(20)
end function
