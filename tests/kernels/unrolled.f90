! test: kernel unrolled
! Loops whose number of iterations is known and small: over coefficients, small matrices, texts, and none at all.
real(8) function unrolled(x, n)
  implicit none
  real(8), intent(in) :: x
  integer, intent(in) :: n
  real(8) :: series(7), kept(3)
  real(8) :: a(3, 3), b(3, 3), c(3, 3), own(3), term
  real :: small
  integer :: i, j, k, last
  logical :: odd
  common /shared/ kept
  data series /1d0, -0.5d0, 0.25d0, 3d-3, -7d-4, 2d-5, 1d-7/
  unrolled = series(7)
  do k = 6, 1, -1
    unrolled = unrolled*x + series(k)
  end do
  ! Three nested ones; the arrays are local.
  do i = 1, 3
    do j = 1, 3
      a(i, j) = x + i*j
      b(i, j) = x*i - j
    end do
  end do
  do i = 1, 3
    do j = 1, 3
      c(i, j) = 0
      do k = 1, 3
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
  unrolled = unrolled + c(1, 1) - c(2, 3)*c(3, 2)
  ! The values of the variables after their loops.
  last = 0
  do i = 2, 9, 3
    last = last + i
  end do
  unrolled = unrolled + i*last
  do i = 5, 4
    unrolled = 0
  end do
  unrolled = unrolled + i
  own = [x, x + 1, x - 2]
  ! What one iteration stores, the next one reads; elements that differ
  ! between rows.
  do i = 2, 3
    own(i) = own(i) + own(i - 1)*0.5d0
    own(mod(n, 3) + 1) = own(mod(n, 3) + 1) + i
  end do
  do i = 1, 3
    kept(i) = kept(mod(i, 3) + 1) + own(i)
  end do
  unrolled = unrolled + kept(1) - kept(3)
  ! Not unrolled: its iterations are unknown, it is left, or it is long.
  odd = .false.
  do i = 1, n
    odd = .not. odd
  end do
  if (odd) unrolled = -unrolled
  term = 1
  do i = 1, 20
    term = term*x/i
    if (abs(term) < 1d-3) exit
    unrolled = unrolled + term
  end do
  small = 0
  do i = 1, 40
    small = small + real(x)/i
  end do
  unrolled = unrolled + small
end function
