! test: kernel grow
! test: init CALL CHAINED(3)
! Pointers and ALLOCATABLE components of the elements of arrays keep the targets that the first calls gave them; rows add
! to the list, each to its own.
module chain
  type cell
    real(8), allocatable :: c(:)
    integer :: n = 0
    type(cell), pointer :: next => null()
  end type
  type(cell), pointer :: head => null()
end module
subroutine chained(n)
  use chain
  integer :: n, i
  type(cell), pointer :: new
  do i = 1, n
    allocate (new)
    allocate (new%c(i), source=real(i, 8))
    new%n = i*10
    new%next => head
    head => new
  end do
end subroutine
subroutine grow(i, y, m)
  use chain
  integer, intent(in) :: i
  real(8), intent(out) :: y
  integer, intent(out) :: m
  type(cell), pointer :: at, new
  head%c(1) = -i
  if (mod(i, 2) == 0) then
    allocate (new)
    allocate (new%c(2), source=0.5d0)
    new%n = i
    new%next => head%next
    head%next => new
  end if
  m = 0
  y = 0
  at => head
  do while (associated(at))
    m = m*2 + at%n
    y = y*3 + sum(at%c)
    at => at%next
  end do
end subroutine
