! test: kernel cells
! DO CONCURRENT with several indices, a mask over varying data, variables of a BLOCK, and one loop inside of another: lanes
! have different bounds and masks.
subroutine cells(n, m, x, total, marked)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x
  real(8), intent(out) :: total
  integer, intent(out) :: marked
  integer :: i, j
  real(8) :: grid(8, 6), t
  integer :: count(6)
  grid = 0.0d0
  count = 0
  i = -1
  t = 0.25d0
  do concurrent (i = 1:n, j = 1:m, mod(i + j, 3) /= 1 .and. i * x > j)
    grid(i, j) = i * x - j
  end do
  do concurrent (j = m:1:-1)
    block
      integer :: hits
      real(8) :: t
      t = 2.0d0 * j
      do concurrent (i = 1:n:2, grid(i, j) > 0.5d0)
        grid(i, j) = grid(i, j) + t
      end do
      hits = 0
      do i = 1, n
        if (grid(i, j) > 1.0d0) hits = hits + 1
      end do
      count(j) = hits
    end block
  end do
  total = t
  do j = 1, m
    do i = 1, n
      total = total + grid(i, j)
    end do
  end do
  marked = 10 * sum(count(1:m)) + i
end subroutine
