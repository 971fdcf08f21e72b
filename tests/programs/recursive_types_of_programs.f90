! Types with ALLOCATABLE components of their own type, defined in a main program and in an external procedure.
program p
  implicit none
  type node
    integer :: v = 0
    type(node), allocatable :: next
  end type
  type tree
    integer :: key
    character(:), allocatable :: name
    type(tree), allocatable :: kids(:)
  end type
  type(node), allocatable :: h, n
  type(tree) :: a
  integer :: i
  do i = 1, 3
    allocate (n)
    n%v = i
    call move_alloc(h, n%next)
    call move_alloc(n, h)
  end do
  print *, h%v, h%next%v, length(h)
  a%key = 1
  a%name = 'root'
  allocate (a%kids(2))
  a%kids(1)%key = 2
  a%kids(1)%name = 'left'
  a%kids(2)%key = 3
  a%kids(2)%name = 'right'
  call rename(a%kids(2))
  print *, size(a%kids), total(a), a%kids(2)%name
  call outside
contains
  recursive integer function length(l) result(count)
    type(node), intent(in) :: l
    count = 1
    if (allocated(l%next)) count = count + length(l%next)
  end function
  recursive integer function total(t) result(sum)
    type(tree), intent(in) :: t
    integer :: i
    sum = t%key
    if (.not. allocated(t%kids)) return
    do i = 1, size(t%kids)
      sum = sum + total(t%kids(i))
    end do
  end function
  subroutine rename(t)
    type(tree), intent(inout) :: t
    t%name = t%name // '!'
  end subroutine
end program
subroutine outside
  implicit none
  type chain
    integer :: v = 1
    type(chain), allocatable :: next
  end type
  type(chain), allocatable :: a, b
  allocate (a, b)
  a%v = 2
  call move_alloc(a, b%next)
  print *, b%v, b%next%v, allocated(a), allocated(b%next%next)
end subroutine
