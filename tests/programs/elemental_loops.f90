! Elemental procedures of objects that have arrays, or arrays of their own, take arrays of them.
module shapes
  implicit none
  type point
    real :: x(2) = 0
    integer :: n = 0
  end type
  type bag
    integer, allocatable :: items(:)
    character(:), allocatable :: name
  end type
  type, extends(bag) :: big_bag
    real :: weight = 1
  end type
  interface operator(.dist.)
    module procedure distance
  end interface
  interface operator(+)
    module procedure shifted
  end interface
contains
  elemental function distance(a, b) result(d)
    type(point), intent(in) :: a, b
    real :: d
    d = sum(abs(a%x - b%x)) + a%n
  end function
  elemental function shifted(a, by) result(p)
    type(point), intent(in) :: a
    real, intent(in) :: by
    type(point) :: p
    p%x = a%x + by
    p%n = a%n + 1
  end function
  elemental subroutine fill(b, n, total)
    type(bag), intent(inout) :: b
    integer, intent(in) :: n
    integer, intent(out) :: total
    integer :: i
    if (allocated(b%items)) deallocate (b%items)
    allocate (b%items(n))
    b%items = [(i, i=1, n)]
    b%name = repeat('x', n)
    total = sum(b%items)
  end subroutine
  elemental integer function count_of(b)
    class(bag), intent(in) :: b
    count_of = 0
    if (allocated(b%items)) count_of = size(b%items)
  end function
  elemental function doubled(b) result(c)
    type(bag), intent(in) :: b
    type(bag) :: c
    c = b
    c%items = [b%items, b%items]
    c%name = b%name // '+'
  end function
  elemental subroutine swap_ends(p)
    type(point), intent(inout) :: p
    p%x = p%x([2, 1])
  end subroutine
end module
program t
  use shapes
  implicit none
  type(point) :: p(3), q(2, 2), one
  type(bag) :: bags(0:3)
  type(big_bag) :: large(2)
  type(bag), allocatable :: more(:)
  type nest
    type(bag) :: inner(3)
  end type
  type(nest) :: nests(2)
  type(nest), allocatable :: kept(:)
  integer :: totals(0:3), i, wide(2, 3)
  real :: d(3)
  p(1)%x = [1., 2.]; p(2)%x = [3., 5.]; p(3)%x = [-1., 4.]
  p%n = [0, 1, 2]
  one%x = [1., 1.]
  print '(3f7.2)', p .dist. p(1)
  print '(3f7.2)', distance(p, p(3:1:-1))
  print '(2f7.2)', distance(one, p([3, 1]))
  d = distance(b=p, a=one) * 2
  print '(3f7.2)', d
  q = reshape([p, one], [2, 2])
  print '(4f7.2)', distance(q, transpose(q))
  p = p + [10., 20., 30.]
  print '(6f7.2, 3i3)', (p(i)%x, i=1, 3), p%n
  q(:, 2) = q(:, 1) + 0.5
  print '(8f7.2)', q(1, 1)%x, q(2, 1)%x, q(1, 2)%x, q(2, 2)%x
  call swap_ends(p)
  print '(6f7.2)', (p(i)%x, i=1, 3)
  call swap_ends(q(2, :))
  print '(8f7.2)', q(1, 1)%x, q(2, 1)%x, q(1, 2)%x, q(2, 2)%x
  call fill(bags, [1, 2, 3, 4], totals)
  print *, totals, count_of(bags)
  print *, (bags(i)%name, ' ', i=0, 3)
  call fill(bags(1:3:2), 7 - [1, 2], totals(2:3))
  print *, totals, count_of(bags)
  more = doubled(bags(1:2))
  print *, count_of(more), more(1)%name, ' ', more(2)%name, more(2)%items
  more = doubled(more)
  print *, count_of(more), sum(count_of(more))
  call fill(large%bag, 5, totals(0:1))
  print *, count_of(large), large%weight
  do i = 1, 2
    call fill(nests(i)%inner, i, totals(1:3))
  end do
  print *, count_of(nests(1)%inner), count_of(nests(2)%inner(2:3))
  allocate (kept(2))
  call fill(kept(2)%inner, [3, 1, 2], totals(1:3))
  print *, count_of(kept(2)%inner), count_of(kept(1)%inner), totals
  print *, any(count_of(bags) == 6 .and. totals > 0)
  if (all(distance(p, p) < 5)) print *, 'near'
  wide = spread(count_of(bags(1:2)), 2, 3)
  print *, wide
end program
