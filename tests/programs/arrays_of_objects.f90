! Array constructors of objects: those with array components, which may be given by a scalar, implied DOs, and arrays.
module tables
  implicit none
  type t
    integer :: n = 0
    integer :: h(2) = 0
  end type
  type pt
    real :: x = 0, y = 0
  end type
  type row
    type(pt) :: at
    character(3) :: name = 'abc'
    real :: m(2, 2) = 1
  end type
  type(t), parameter :: tab(2) = [t(1, [1, 2]), t(2, 5)]
  type(t) :: kept(3) = [tab, t(7)]
  integer, private :: i
  type(pt), parameter :: line(4) = [(pt(i, 2*i), i = 1, 4)]
end module
program p
  use tables
  implicit none
  type(pt) :: q(3), w(6)
  type(t), allocatable :: l(:)
  type(t) :: one
  type(row) :: rows(4)
  integer :: i, j
  print *, tab%n, tab(2)%h, tab(1)%h
  print *, kept%n, kept(2)%h, kept(3)%h
  print *, line
  q = [(pt(i, 2*i), i = 1, 3)]
  print *, q
  w = [((pt(i, j), j = 1, 2), i = 1, 3)]
  print *, w
  w = [q, (q(i), i = 3, 1, -1)]
  print *, w%x, w%y
  l = [t(4, 3)]
  one = t(5, [8, 9])
  l = [l, one]
  l = [l, one, l(1)]
  print *, size(l), l%n
  do i = 1, size(l)
    print *, l(i)%h
  end do
  l = [(t(i, [i, i*i]), one, i = 1, 3)]
  print *, size(l), l%n, l(5)%h, l(6)%h
  l = [(t(i, i), i = 3, 1)]
  print *, size(l)
  rows = [(row(pt(i, i + 1), m=reshape([1, 2, 3, 4], [2, 2])), i = 1, 2), row(q(2), 'xyz', 7), rows(1)]
  print *, rows%at%x, rows%name
  l = [((t(10*i, [i, j]), j = i, 2), i = 1, 3)]
  print *, size(l), l%n, l(3)%h
  l = [t :: t(3), t(4, 1)]
  print *, l%n, l(2)%h
  l = [t :: ]
  print *, size(l)
  l = from_zero()
  print *, lbound(l), l(1)%n, lbound(from_zero())
  associate (made => from_zero())
    print *, lbound(made), size(made)
  end associate
  print *, rows(2)%m, rows(3)%m, rows(4)%m
contains
  function from_zero() result(made)
    type(t), allocatable :: made(:)
    allocate (made(0:2))
    made%n = [10, 20, 30]
  end function
end program
