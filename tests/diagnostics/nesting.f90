subroutine nest(x)
  real x
  do i = 1, 3
    if (x > 1) then
      x = 2
  end do
    end if
  else
  if (x > 2) then
    x = 3
  else
    x = 4
  else if (x > 5) then
    x = 5
  end if
  end do
  outer: do
    x = x + 1
    if (x > 9) exit
  end do inner
end subroutine
