! test: kernel ragged
! Arrays of objects with ALLOCATABLE components in lanes: each lane has rows of its own lengths, copies and frees them.
subroutine ragged(n, x, total, longest)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: total
  integer, intent(out) :: longest
  type row
    integer :: n = 0
    real(8), allocatable :: a(:)
  end type
  type(row) :: rows(3)
  integer :: i, k
  do i = 1, n
    k = 1 + mod(int(abs(x)*i), 3)
    if (allocated(rows(k)%a)) deallocate (rows(k)%a)
    allocate (rows(k)%a(i))
    rows(k)%a = x*i
    rows(k)%n = i
  end do
  rows(3) = rows(1)
  if (allocated(rows(2)%a)) rows(1)%a = rows(2)%a*2
  total = 0
  longest = 0
  do k = 1, 3
    if (.not. allocated(rows(k)%a)) cycle
    total = total + k*sum(rows(k)%a)
    longest = max(longest, size(rows(k)%a))
  end do
end subroutine
