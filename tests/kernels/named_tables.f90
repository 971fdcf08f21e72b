! test: kernel pick
! Named constant arrays read with subscripts that differ from lane to lane, passed to a function, and in whole-array
! expressions: one table for all lanes.
subroutine pick(i, x, y, k, p)
  integer, intent(in) :: i
  double precision, intent(in) :: x
  double precision, intent(out) :: y, p
  integer, intent(out) :: k
  integer :: j
  double precision, parameter :: c(0:4) = [1d0, -0.5d0, 0.25d0, -0.125d0, 0.0625d0]
  integer, parameter :: primes(*) = [2, 3, 5, 7, 11, 13], grid(2, 3) = reshape(primes, [2, 3])
  logical, parameter :: odd(0:2) = [.false., .true., .false.]
  complex(8), parameter :: z(2) = [(1d0, 2d0), (-0.5d0, 0.25d0)]
  double precision, external :: horner
  y = c(modulo(i, 5)) * x + horner(c, 5, x)
  k = grid(modulo(i, 2) + 1, modulo(i, 3) + 1) + sum(primes * modulo(i, 7))
  if (odd(modulo(i, 3))) k = -k
  p = 0
  do j = 1, 1 + modulo(i, 2)
    p = p + dble(z(j) * x) - aimag(z(1 + modulo(i, 2)))
  end do
end subroutine

double precision function horner(c, n, x)
  integer :: n, j
  double precision :: c(n), x
  horner = 0
  do j = n, 1, -1
    horner = horner * x + c(j)
  end do
end function
