! ALLOCATABLE components of objects in arrays as ALLOCATABLE arguments: a variable has what such a component has while the
! procedure runs.
module m
  implicit none
  type item
    integer, allocatable :: a(:)
    real :: x = 0
  end type
  type part
    type(item), allocatable :: items(:)
    real, allocatable :: scalar
    character(4), allocatable :: names(:)
  end type
contains
  subroutine grow(v, k)
    integer, allocatable, intent(inout) :: v(:)
    integer, intent(in) :: k
    if (.not. allocated(v)) allocate (v(0))
    v = [v, k]
  end subroutine
  subroutine fill(w, k)
    integer, allocatable, intent(out) :: w(:)
    integer, intent(in) :: k
    allocate (w(0:k))
    w = k
  end subroutine
  subroutine more(items)
    type(item), allocatable, intent(inout) :: items(:)
    type(item), allocatable :: bigger(:)
    integer :: n
    n = 0
    if (allocated(items)) n = size(items)
    allocate (bigger(n + 1))
    if (n > 0) bigger(1:n) = items
    bigger(n + 1)%a = [n, 2*n]
    call move_alloc(bigger, items)
  end subroutine
  subroutine one(s, names)
    real, allocatable, intent(inout) :: s
    character(4), allocatable, intent(inout), optional :: names(:)
    if (.not. allocated(s)) then
      allocate (s)
      s = 1
    else
      s = s*2
    end if
    if (present(names)) names = ['ab  ', 'cd  ']
  end subroutine
  integer function count_of(v)
    integer, allocatable, intent(in) :: v(:)
    count_of = 0
    if (allocated(v)) count_of = size(v)
  end function
end module
program p
  use m
  implicit none
  type(item) :: x(2)
  type(part) :: q(3)
  integer :: i
  x(1)%a = [1, 2]
  call grow(x(1)%a, 3)
  call grow(x(2)%a, 7)
  print *, x(1)%a, x(2)%a
  i = 2
  call fill(x(i)%a, 2)
  print *, lbound(x(2)%a), ubound(x(2)%a), x(2)%a
  do i = 1, 3
    call more(q(2)%items)
  end do
  print *, size(q(2)%items), q(2)%items(3)%a, allocated(q(1)%items)
  call one(q(3)%scalar)
  call one(q(3)%scalar, q(3)%names)
  print *, q(3)%scalar, q(3)%names
  do i = 1, 2
    if (i == 2) call grow(q(2)%items(3)%a, 9)
  end do
  print *, q(2)%items(3)%a
end program
