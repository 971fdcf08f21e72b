! test: kernel track
! MERGE, CSHIFT, EOSHIFT and PACK of objects of derived type, whose masks, shifts and lengths differ between rows.
module samples
  implicit none
  type sample
    real(8) :: x = 0d0, range(2) = [-1d0, 1d0]
    integer :: id = -1
  end type
end module
subroutine track(k, x, total, n, last)
  use samples
  implicit none
  integer, intent(in) :: k
  real(8), intent(in) :: x
  real(8), intent(out) :: total
  integer, intent(out) :: n, last
  type(sample) :: a(5), b(5), best
  type(sample), allocatable :: near(:)
  integer :: i
  do i = 1, 5
    a(i)%x = x*i - k
    a(i)%id = i
    a(i)%range(2) = i*x
  end do
  b = cshift(a, k)
  best = merge(a(1), b(2), x > 0)
  b = eoshift(b, k - 2, best)
  near = pack(b, abs(b%x) < 3)
  n = size(near)
  total = best%x + best%range(2) + sum(near%x) + sum(near%range(2))
  b = merge(a, b, b%id > k)
  last = 0
  do i = 1, 5
    last = 10*last + b(i)%id
  end do
end subroutine
