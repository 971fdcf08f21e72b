! Mistakes with derived types, each reported once, and what of them is refused by name.
module shapes
  implicit none
  type point
    real :: x, y = 0
  end type
  type nothing
  end type nothing
  type wrong
    real :: x
    integer :: x
    type(none) :: z
  end type
  type other
    real :: x, y
  contains
    procedure :: area
  end type
  interface take
    module procedure take_point, take_integer
  end interface
contains
  subroutine take_point(p)
    type(point), intent(in) :: p
  end subroutine
  subroutine take_integer(i)
    integer, intent(in) :: i
  end subroutine
  function several(n) result(p)
    integer, intent(in) :: n
    type(point) :: p(n)
    p%x = n
  end function
end module
subroutine mistakes
  use shapes
  implicit none
  type(point) :: p, q(3)
  type(missing) :: m
  type(other) :: o
  integer :: i
  p%z = 1
  p = 1.0
  i = p
  p = point(y=1)
  p = point(1, 2, 3)
  q(1, 2)%x = 3
  p%x(2) = 1
  point(1, 2) = p
  p = p + p
  call take(1.5)
  call take_integer(p)
  call take_point(i)
  if (p) print *, i
  m%x = 1
  o%x = 2
end subroutine
subroutine refused
  use shapes
  type(point) :: p, q(3)
  common /block/ q
  equivalence (p, r)
  namelist /group/ q
  q = several(3)
end subroutine
