! Pointers to parts of objects that are passed for dummy arguments with TARGET, and have none themselves, go on pointing
! to these objects after the call.
module fields
  implicit none
  type, abstract :: base
    integer :: n = 0
  contains
    procedure(view), deferred :: values
    procedure :: count => count_of
    procedure :: add_one
  end type
  abstract interface
    function view(self) result(p)
      import :: base
      class(base), target, intent(in) :: self
      real, pointer :: p(:)
    end function
  end interface
  type, extends(base) :: field
    real, allocatable :: v(:)
  contains
    procedure :: values => values_of_field
    procedure :: value_at, slice
    generic :: part => value_at, slice
    procedure :: raise
  end type
  type, extends(field) :: fixed
    real :: w(3) = [1., 2., 3.]
  contains
    procedure :: values => values_of_fixed
    procedure :: raise => raise_fixed
  end type
  type :: cursor
    real, pointer :: at(:) => null()
  end type
  type(field) :: shared
contains
  function values_of_field(self) result(p)
    class(field), target, intent(in) :: self
    real, pointer :: p(:)
    p => self%v
  end function
  function values_of_fixed(self) result(p)
    class(fixed), target, intent(in) :: self
    real, pointer :: p(:)
    real, pointer :: own(:)
    own => self%w
    p => own(2:)
  end function
  function count_of(self) result(p)
    class(base), target :: self
    integer, pointer :: p
    p => self%n
  end function
  function value_at(self, at) result(p)
    class(field), target, intent(in) :: self
    integer, intent(in) :: at
    real, pointer :: p
    p => self%v(at)
  end function
  function slice(self, lower, upper) result(p)
    class(field), target, intent(in) :: self
    integer, intent(in) :: lower, upper
    real, pointer :: p(:)
    p => self%v(lower:upper)
  end function
  subroutine add_one(self)
    class(base), intent(inout) :: self
    integer, pointer :: n
    n => self%count()
    n = n + 1
  end subroutine
  subroutine raise(self, by)
    class(field) :: self
    real, intent(in) :: by
    real, pointer :: p(:)
    p => self%values()
    p = p + by
  end subroutine
  subroutine raise_fixed(self, by)
    class(fixed) :: self
    real, intent(in) :: by
    self%w = self%w + by * 2
  end subroutine
  subroutine place(to, from)
    type(cursor), intent(out) :: to
    type(field), target :: from
    to%at => from%v(2:)
  end subroutine
end module
program targets_without_the_attribute
  use fields
  implicit none
  type(field) :: f, several(2)
  type(fixed) :: x
  class(field), allocatable :: any
  type(cursor) :: c
  real, pointer :: p(:), one
  integer, pointer :: n
  real :: plain(3)
  f%v = [1., 2., 3., 4.]
  p => f%values()
  p = p * 10
  f%part(2) = 7
  p => f%part(3, 4)
  p(1) = 8
  print *, f%v
  n => f%count()
  n = 5
  call f%add_one()
  call f%raise(0.5)
  print *, f%n, n, f%v
  p => x%values()
  p = [20., 30.]
  call x%raise(1.)
  print *, x%w, p
  allocate (any, source=x)
  any%v = [1., 2.]
  call any%raise(3.)
  p => any%values()
  p(2) = 0
  select type (any)
  type is (fixed)
    print *, any%w, any%v
  end select
  shared%v = [5., 6., 7.]
  call place(c, shared)
  c%at = c%at + 100
  one => second(shared%v)
  one = one + 1000
  print *, shared%v, c%at
  several(2)%v = [1., 1., 1.]
  p => several(2)%values()
  p(3) = 9
  n => several(1)%count()
  n = 4
  print *, several%n, several(2)%v
  plain = 0
  one => second(plain)
  one = 4
  print *, plain
contains
  function second(a) result(p)
    real, target :: a(:)
    real, pointer :: p
    p => a(2)
  end function
end program
