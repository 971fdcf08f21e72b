! Components that are arrays, of objects in arrays too; ALLOCATABLE components; sections, input and output.
program e
  implicit none
  type node
    integer :: v = 1
    real, allocatable :: data(:)
  end type
  type cell
    type(node) :: n
    character(len=3) :: code(2) = ['abc', 'xyz']
  end type
  type(node) :: a, b
  type(cell) :: c
  type grid
    real :: g(2,3) = 0
    integer :: id
  end type
  type(grid) :: gs(4), g1
  integer :: i
  character(20) :: line
  allocate(a%data(3))
  a%data = [1., 2., 3.]
  b = a
  b%data(2) = 20
  print *, a%data, b%data, b%v, size(b%data)
  c%n = b
  deallocate(b%data)
  a = b
  print *, allocated(a%data), c%n%data, c%code(2)(2:3)
  call grow(c%n, 5)
  print *, c%n%data, c%n%v
  do i = 1, 4
    gs(i)%id = i
    gs(i)%g(:, 2) = i
  end do
  gs(3)%g = reshape([1., 2., 3., 4., 5., 6.], [2, 3])
  print *, sum(gs(2)%g), gs%g(1, 2), gs(3)%g(2, :)
  g1 = gs(3)
  g1%g(1, 1) = maxval(g1%g)
  print *, g1
  write (line, '(i3,f6.2)') g1%id, g1%g(2, 2)
  print *, line
  read (line, *) gs(1)%id, gs(1)%g(1, 1)
  print *, gs(1)%id, gs(1)%g(1, 1)
  print '(i4,6f5.1)', (gs(i)%id, gs(i)%g, i = 1, 2)
  call swap(gs(1), gs(4))
  print *, gs%id
  call total(gs(2:4)%id)
  if (any(gs%id == 3)) print *, 'found'
  print *, pick(gs, 3)
  do i = 1, 3
    select case (gs(i)%id)
    case (1)
      print *, 'one'
    case default
      print *, 'other', gs(i)%id
    end select
  end do
contains
  subroutine grow(x, n)
    type(node), intent(inout) :: x
    integer, intent(in) :: n
    real, allocatable :: t(:)
    allocate(t(n))
    t = 0
    t(1:size(x%data)) = x%data
    x%data = t
    x%v = n
  end subroutine
  subroutine swap(x, y)
    type(grid), intent(inout) :: x, y
    type(grid) :: t
    t = x
    x = y
    y = t
  end subroutine
  subroutine total(k)
    integer, intent(in) :: k(:)
    print *, 'total', sum(k)
  end subroutine
  integer function pick(g, n)
    type(grid), intent(in) :: g(*)
    integer, intent(in) :: n
    pick = g(n)%id*10
  end function
end program
