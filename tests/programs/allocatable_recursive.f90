! A type with ALLOCATABLE components of its own: a tree that frees itself.
program allocatable_recursive
  implicit none
  type tree
    integer :: v = 0
    type(tree), allocatable :: left, right
  end type
  type(tree), target :: a
  type(tree), pointer :: p
  integer :: i
  p => a
  do i = 1, 5
    allocate (p%left)
    p%left%v = i
    p => p%left
  end do
  p => a
  do while (allocated(p%left))
    p => p%left
    print *, p%v, allocated(p%right)
  end do
  call add(a, 7)
  print *, a%right%v
contains
  recursive subroutine add(t, n)
    type(tree), intent(inout) :: t
    integer, intent(in) :: n
    if (allocated(t%right)) then
      call add(t%right, n)
    else
      allocate (t%right)
      t%right%v = n
    end if
  end subroutine
end program
