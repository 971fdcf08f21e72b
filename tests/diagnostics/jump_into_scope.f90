subroutine s(n, x)
  integer n
  real x(n)
  go to 10
  block
    integer :: i
    if (n > 3) then
10    i = 1
    end if
  end block
  associate (y => n + 1)
    if (n > 5) go to 20
    x(1) = y
20  continue
  end associate
  if (n > 4) goto 20
  do concurrent (i = 1:n)
    x(i) = 0
30  continue
  end do
  if (n - 7) 30, 40, 40
40 continue
end subroutine
