! Stacks, graphs, arrays of pointers, array pointers as arguments of old procedures.
module stacks
  implicit none
  type frame
    integer :: depth
    integer, pointer :: values(:, :) => null()
    type(frame), pointer :: below => null()
  end type
  type stack
    type(frame), pointer :: top => null()
    integer :: height = 0
  end type
  type graph_node
    integer :: id = 0, visited = 0
    type(edge), pointer :: edges => null()
  end type
  type edge
    type(graph_node), pointer :: to => null()
    type(edge), pointer :: next => null()
    real :: weight = 1.5
  end type
contains
  subroutine push(s, n)
    type(stack), intent(inout), target :: s
    integer, intent(in) :: n
    type(frame), pointer :: f
    integer :: i
    allocate (f)
    allocate (f%values(n, 2))
    f%values(:, 1) = n
    do i = 1, n; f%values(i, 2) = i; end do
    f%depth = s%height
    f%below => s%top
    s%top => f
    s%height = s%height + 1
  contains
    integer function i_()
      i_ = 0
    end function
  end subroutine
  logical function pop(s, total)
    type(stack), intent(inout) :: s
    integer, intent(out) :: total
    type(frame), pointer :: f
    pop = associated(s%top)
    total = 0
    if (.not. pop) return
    f => s%top
    total = sum(f%values)
    s%top => f%below
    deallocate (f%values)
    deallocate (f)
    s%height = s%height - 1
  end function
  subroutine connect(a, b)
    type(graph_node), pointer :: a, b
    type(edge), pointer :: e
    allocate (e)
    e%to => b
    e%next => a%edges
    a%edges => e
  end subroutine
  recursive subroutine visit(n, order, count)
    type(graph_node), pointer, intent(in) :: n
    integer, intent(inout) :: order(:), count
    type(edge), pointer :: e
    if (n%visited == 1) return
    n%visited = 1
    count = count + 1
    order(count) = n%id
    e => n%edges
    do while (associated(e))
      call visit(e%to, order, count)
      e => e%next
    end do
  end subroutine
  subroutine bump(x, n)
    integer :: n
    real :: x(n)
    x = x + 1
  end subroutine
end module
program pointer_structures
  use stacks
  implicit none
  type(stack) :: s
  type node_pointer
    type(graph_node), pointer :: p
  end type
  type(node_pointer) :: nodes(5)
  integer :: i, t, order(5), n
  real, pointer :: a(:, :), b(:)
  integer, pointer :: p1, p2
  real, allocatable :: c(:)
  do i = 1, 4
    call push(s, i)
  end do
  print *, s%height, s%top%below%below%values(2, :), s%top%below%below%depth
  do while (pop(s, t))
    print *, t, s%height
  end do
  do i = 1, 5
    allocate (nodes(i)%p)
    nodes(i)%p%id = 10*i
  end do
  call connect(nodes(1)%p, nodes(3)%p)
  call connect(nodes(3)%p, nodes(2)%p)
  call connect(nodes(2)%p, nodes(1)%p)
  call connect(nodes(1)%p, nodes(5)%p)
  n = 0
  call visit(nodes(1)%p, order, n)
  print *, order(1:n), nodes(4)%p%visited, nodes(1)%p%edges%to%id, nodes(1)%p%edges%next%to%edges%to%id
  print *, nodes(1)%p%edges%weight
  allocate (a(3, 2))
  a = 1
  call bump(a, 6)
  call bump(a(:, 2), 3)
  call bump(a(1, :), 2)
  print *, a
  b => a(:, 1)
  call bump(b, 3)
  call bump(b(2:3), 2)
  print *, a(:, 1)
  c = b
  print *, c, size(c)
  allocate (p1, p2)
  p1 = 3
  p2 = p1
  p1 = p1 + p2*2
  print *, p1, p2, p1 == p2, max(p1, p2)
  do i = p2, p1, p2
    print *, i
  end do
  if (associated(p1) .and. p1 > 5) print *, 'both'
  p1 => null()
  if (associated(p1)) then
    if (p1 > 5) print *, 'never'
  else if (p2 == 3) then
    print *, 'else'
  end if
end program
