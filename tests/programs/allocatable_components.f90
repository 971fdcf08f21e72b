! Arrays of types with ALLOCATABLE components: each element has its own, which are copied and freed with it.
module ragged
  implicit none
  type row
    integer :: id = 0
    real(8), allocatable :: a(:)
    integer, allocatable :: grid(:, :)
    real(8), allocatable :: single
  end type
  type block
    type(row) :: first
    type(row), allocatable :: rows(:)
    type(block), pointer :: next => null()
  end type
contains
  subroutine fill(r, n)
    type(row), intent(inout) :: r
    integer, intent(in) :: n
    integer :: i
    if (allocated(r%a)) deallocate (r%a)
    allocate (r%a(n))
    r%a = [(dble(i*n), i = 1, n)]
    r%id = n
  end subroutine
  function made(n) result(r)
    integer, intent(in) :: n
    type(row) :: r
    call fill(r, n)
  end function
  subroutine clear(r)
    type(row), intent(out) :: r
    r%id = -5
  end subroutine
  real(8) function total(rows)
    type(row), intent(in) :: rows(:)
    integer :: i
    total = 0
    do i = 1, size(rows)
      if (allocated(rows(i)%a)) total = total + sum(rows(i)%a)
    end do
  end function
  subroutine scale(x, by)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: by
    x = x*by
  end subroutine
  real(8) function local(n)
    integer, intent(in) :: n
    type(row) :: rows(3), one
    integer :: i
    do i = 1, 3
      call fill(rows(i), n + i)
    end do
    one = rows(2)
    rows(2)%a(1) = 1000
    local = total(rows) - sum(one%a)
  end function
end module
program allocatable_components
  use ragged
  implicit none
  type(row) :: rows(4), one, copy
  type(row), allocatable :: list(:)
  type(block), pointer :: b
  type(block) :: c, d
  real(8), allocatable :: plain(:)
  integer :: i, ierr
  do i = 1, 4
    call fill(rows(i), i)
  end do
  print *, rows%id, (size(rows(i)%a), i = 1, 4), total(rows)
  print *, rows(3)%a, rows(4)%a(2:3)
  one = rows(3)
  rows(3)%a(1) = -1
  print *, one%a, rows(3)%a, allocated(one%grid)
  rows(1) = rows(4)
  rows(4)%a = [1d0, 2d0]
  print *, rows(1)%a, '|', rows(4)%a, size(rows(4)%a)
  rows(4)%a = rows(4)%a*2 + 1
  print *, rows(4)%a
  rows(4)%a = 7
  print *, rows(4)%a
  rows(2)%a = rows(1)%a(2:4)
  print *, rows(2)%a, ubound(rows(2)%a)
  call scale(rows(2)%a, 2d0)
  call scale(rows(2)%a(1:2), 10d0)
  print *, rows(2)%a, maxval(rows(2)%a)
  allocate (rows(2)%grid(0:1, 3), source=5)
  rows(2)%grid(1, :) = [1, 2, 3]
  print *, rows(2)%grid, lbound(rows(2)%grid), shape(rows(2)%grid)
  copy = rows(2)
  print *, copy%grid(1, 3), lbound(copy%grid, 1), allocated(copy%single)
  copy%single = 2.5d0
  rows(2) = copy
  print *, rows(2)%single, allocated(rows(1)%single)
  deallocate (rows(2)%grid)
  print *, allocated(rows(2)%grid), allocated(copy%grid)
  allocate (rows(1)%a(3), stat=ierr)
  print *, ierr > 0, size(rows(1)%a)
  call clear(rows(1))
  print *, rows(1)%id, allocated(rows(1)%a)
  one = made(3)
  rows(1) = made(2)
  print *, one%a, rows(1)%a
  one = row(9, [4d0, 5d0], null(), 1d0)
  print *, one%id, one%a, allocated(one%grid), one%single
  allocate (list(3))
  print *, (allocated(list(i)%a), i = 1, 3)
  list(2)%a = [1d0, 2d0, 3d0]
  list(3) = list(2)
  list(2)%a(2) = 20
  print *, list(2)%a, list(3)%a
  deallocate (list)
  plain = [8d0, 9d0]
  call move_alloc(plain, rows(3)%a)
  print *, rows(3)%a, allocated(plain)
  call move_alloc(rows(3)%a, plain)
  print *, plain, allocated(rows(3)%a)
  call move_alloc(rows(2)%a, rows(3)%a)
  print *, rows(3)%a, allocated(rows(2)%a)
  allocate (b)
  allocate (b%rows(2))
  b%rows(2)%a = [1d0]
  b%first%a = [2d0, 3d0]
  allocate (b%next)
  b%next%first = b%first
  print *, size(b%rows), b%rows(2)%a, b%next%first%a
  c%first%id = 3
  allocate (c%rows(2))
  c%rows(1)%a = [6d0, 7d0]
  d = c
  c%rows(1)%a(1) = 0
  print *, d%rows(1)%a, size(d%rows), d%first%id, allocated(d%rows(2)%a)
  do i = 1, 100
    if (local(i) < 0) print *, 'never'
  end do
  print *, local(3)
end program
