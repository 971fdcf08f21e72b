! Assigned as parts of an object, ALLOCATABLE components get the bounds of the value, also where they have its extents;
! assigned by themselves, they keep theirs then.
program bounds_of_assigned_components
  implicit none
  type :: grid
    integer, allocatable :: row(:)
    real, allocatable :: field(:, :)
  end type
  type :: holder
    type(grid) :: inner
    integer :: n = 0
  end type
  type(grid) :: x, y
  type(holder) :: outer, other
  integer, allocatable :: whole(:)
  integer :: fixed(0:3) = 7, i
  allocate (x%row(4), source=1)
  allocate (y%row(5:8), source=2)
  allocate (x%field(2, 3), source=1.5)
  allocate (y%field(2, 0:2), source=2.5)
  x = y
  call show('object', x)
  x%row = [4, 5, 6, 7]
  call show('by itself', x)
  x = grid(x%row(:) + 1, x%field(:, 1:1))
  call show('of itself', x)
  x = x
  call show('itself', x)
  allocate (whole(-1:2), source=5)
  do i = 1, 2
    if (i == 1) x = grid(whole, null())
    if (i == 2) x = grid(fixed, y%field)
    call show('constructor', x)
  end do
  x = made(-2)
  call show('function', x)
  x = made(3)
  call show('function', x)
  outer%inner = y
  other = outer
  other%inner = made(4)
  outer = other
  call show('inner', outer%inner)
  outer = holder(y, 3)
  call show('inner', outer%inner)

contains

  function made(first)
    integer, intent(in) :: first
    type(grid) :: made
    allocate (made%row(first:first + 3), source=9)
  end function

  subroutine show(what, of)
    character(*), intent(in) :: what
    type(grid), intent(in) :: of
    print '(a, 20(1x, i0))', what, lbound(of%row), ubound(of%row), of%row
    if (allocated(of%field)) print '(6(1x, i0), 6f6.1)', lbound(of%field), ubound(of%field), shape(of%field), of%field
  end subroutine
end program
