! Assignments of objects with ALLOCATABLE components: copies of all that they own, in arrays as well. A component of
! derived type that an array's element had not allocated was allocated at a place that was looked up before. Sections,
! components that are arrays, arrays that are allocated by their assignment, ALLOCATABLE scalars, array constructors and
! functions of arrays were refused, or used what was not allocated.
module m
  implicit none
  type leaf
    integer :: n = 0
    real, allocatable :: v(:)
    character(2), allocatable :: c(:)
    integer, allocatable :: k
  end type
  type branch
    type(leaf), allocatable :: one
    type(leaf), allocatable :: many(:)
    type(leaf) :: two(2)
    real, allocatable :: m(:, :)
  end type
contains
  function leaves(n) result(r)
    integer, intent(in) :: n
    type(leaf) :: r(n)
    integer :: i
    do i = 1, n
      r(i) = leaf(i, [(real(i), i=1, i)], ['ab', 'cd'], null())
    end do
  end function
  type(branch) function new_branch(n)
    integer, intent(in) :: n
    new_branch%many = leaves(n)
    new_branch%one = new_branch%many(n)
    new_branch%two(2) = new_branch%one
    allocate (new_branch%m(0:1, n))
    new_branch%m = n
  end function
  subroutine show(text, a)
    character(*), intent(in) :: text
    type(leaf), intent(in) :: a(:)
    integer :: i
    do i = 1, size(a)
      write (*, '(a, 2i3, 3l2)', advance='no') text, i, a(i)%n, allocated(a(i)%v), allocated(a(i)%c), allocated(a(i)%k)
      if (allocated(a(i)%v)) write (*, '(9f6.1)', advance='no') a(i)%v
      print *
    end do
  end subroutine
  subroutine replace(a, b)
    type(leaf), intent(out) :: a(:)
    type(leaf), intent(in) :: b(:)
    call show('out', a)
    a = b
  end subroutine
end module
program main
  use m
  implicit none
  type(leaf) :: a(4), b(4), table(2, 3), other(3, 2), empty
  type(leaf), allocatable :: list(:), more(:), single, second
  type(branch) :: x, y, trees(2)
  integer :: i
  a = leaves(4)
  b = a
  b(1)%v = -1
  b(2)%v(1) = -2
  call show('a', a)
  call show('b', b)
  ! Sections, of itself too.
  b(1:2) = a(3:4)
  b(4:3:-1) = a(1:2)
  call show('b', b)
  b(2:4) = b(1:3)
  call show('b', b)
  b = b(4:1:-1)
  b(2:3) = empty
  call show('b', b)
  b(1) = b(1)
  b(4) = b(2)
  call show('b', b)
  ! In FORALL they fail where they are reached; they were errors.
  if (size(a) > 4) then
    forall (i=1:4) b(i) = a(i)
    forall (i=1:4) b(i)%v = a(i)%v
  end if
  ! Of rank two.
  table(1, :) = a(1:3)
  table(2, 2:3) = a(3:4)
  other(:, 1) = table(1, 3:1:-1)
  other(2:3, 2) = table(2, 1:2)
  table(:, 2:3) = table(:, 1:2)
  call show('table', table(1, :))
  call show('table', table(2, :))
  call show('other', other(:, 1))
  call show('other', other(:, 2))
  ! Arrays and scalars that are allocated.
  list = a(2:3)
  more = list
  list(1)%v = 0
  print *, size(more), more(1)%v, more(2)%v
  list = leaves(3)
  list = list(2:)
  print *, size(list), lbound(list), list(1)%v
  deallocate (more)
  allocate (more(0:1))
  more = list
  print *, lbound(more), more(1)%v
  single = a(3)
  second = single
  single%v = 9
  print *, second%v, single%v
  second = empty
  print *, allocated(second%v)
  ! Array constructors.
  do i = 1, 2
    b(1:3) = [a(i + 1), leaf(7, [1., 2.], null(), 5), empty]
    call show('b', b(1:3))
  end do
  call replace(b(2:3), a(1:2))
  call show('b', b)
  ! Components in each other.
  x = new_branch(2)
  y = x
  y%one%v = -1
  y%many(2)%v(1) = -2
  y%two(1) = y%two(2)
  y%two(2)%v = 8
  y%m(0, 1) = -3
  print *, x%one%v, y%one%v, x%many(2)%v, y%many(2)%v
  print *, allocated(x%two(1)%v), x%two(2)%v, y%two(1)%v, y%two(2)%v
  print *, x%m, y%m, lbound(y%m)
  trees(1)%one = a(4)
  trees(2) = trees(1)
  trees(1)%one%v(1) = 50
  print *, trees(1)%one%v(1:2), trees(2)%one%v(1:2), allocated(trees(2)%many)
  trees = x
  trees(1) = y
  trees(2:1:-1) = trees
  print *, trees(1)%many(2)%v, trees(2)%many(2)%v, trees(2)%two(1)%v
  trees(1)%two = trees(2)%two(2:1:-1)
  print *, trees(1)%two(1)%v, trees(1)%two(2)%v
  y%many = x%many
  y%many(1)%v = 33
  y%many = y%many(2:1:-1)
  print *, size(y%many), y%many(1)%v, y%many(2)%v, x%many(1)%v
  y%many = a
  print *, size(y%many), y%many(4)%v
  y = y
  print *, y%many(3)%v
  y = trees(1)
  deallocate (y%one)
  trees(2) = y
  print *, allocated(trees(2)%one), size(trees(2)%many)
  ! What is made again and again.
  do i = 1, 3
    y = new_branch(i)
    list = [y%one, y%many(i)]
  end do
  print *, size(y%many), size(list), list(2)%v
end program
