subroutine leave(x)
  real x
  exit
  cycle
  do i = 1, 3
    exit outer
    x = x + 1
  end do
  outer: do
    inner: do
      cycle innr
    end do inner
    exit inner
    goto 10
  end do outer
10 end subroutine
