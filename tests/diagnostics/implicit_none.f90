subroutine strict(x, n)
  implicit none
  real :: x
  total = x + offset
  do i = 1, n
    total = total*factor(i)
  end do
  call elsewhere(total)
end subroutine
