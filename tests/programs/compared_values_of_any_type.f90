! SAME_TYPE_AS and EXTENDS_TYPE_OF of dummy arguments of CLASS(*) that are of intrinsic types; a bound procedure that is
! ELEMENTAL calls the one of another object.
module m
  implicit none
  type :: field
    class(field), pointer :: a => null()
  contains
    procedure :: at => plain_at
  end type
  type, extends(field) :: twice
  contains
    procedure :: at => twice_at
  end type
contains
  elemental real function plain_at(self, x)
    class(field), intent(in) :: self
    real, intent(in) :: x
    plain_at = x + 1
  end function
  elemental real function twice_at(self, x)
    class(twice), intent(in) :: self
    real, intent(in) :: x
    twice_at = 2 * self%a%at(x)
  end function
end module
program t
  use m, only: twice
  implicit none
  type point
    integer :: x = 0
  end type
  type, extends(point) :: p3
    integer :: z = 0
  end type
  class(point), allocatable :: some
  type(twice) :: outer, inner
  target :: inner
  print *, isp(point()), isp(p3()), isp(1), isp('abc'), isp(2.5d0)
  print *, alike(1, 2), alike(1, 2.0), alike('a', 'bcd'), alike(p3(), p3()), alike(p3(), 1), alike(1, point())
  print *, exts(p3()), exts(point()), exts(1)
  allocate (p3 :: some)
  print *, alike(some, p3()), alike(some, 1), isp(some)
  outer%a => inner
  allocate (inner%a)
  print *, outer%at(3.0), inner%at([1.0, 2.0])
contains
  logical function isp(x)
    class(*), intent(in) :: x
    type(point) :: p
    isp = same_type_as(x, p)
  end function
  logical function exts(x)
    class(*), intent(in) :: x
    type(point) :: p
    exts = extends_type_of(x, p)
  end function
  logical function alike(x, y)
    class(*), intent(in) :: x, y
    alike = same_type_as(x, y)
  end function
end program
