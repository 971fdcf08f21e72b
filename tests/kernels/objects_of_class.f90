! test: kernel solve
! Rows make objects of different types, whose procedures a loop calls: lanes part at each call.
module functions
  implicit none
  type, abstract :: function_type
    real(8) :: a = 1
  contains
    procedure(value_of), deferred :: value
  end type
  abstract interface
    function value_of(self, x) result(y)
      import :: function_type
      class(function_type), intent(in) :: self
      real(8), intent(in) :: x
      real(8) :: y
    end function
  end interface
  type, extends(function_type) :: cubic
  contains
    procedure :: value => cubic_value
  end type
  type, extends(function_type) :: rational
    real(8) :: b = 0.5d0
  contains
    procedure :: value => rational_value
  end type
  type, extends(function_type) :: shifted
    class(function_type), allocatable :: inner
    character(:), allocatable :: name
  contains
    procedure :: value => shifted_value
  end type
contains
  function cubic_value(self, x) result(y)
    class(cubic), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: y
    y = x**3 - self%a
  end function
  function rational_value(self, x) result(y)
    class(rational), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: y
    y = x / (1 + x) - self%b * self%a / (1 + self%a)
  end function
  recursive function shifted_value(self, x) result(y)
    class(shifted), intent(in) :: self
    real(8), intent(in) :: x
    real(8) :: y
    y = self%inner%value(x + len(self%name) * 0.125d0)
  end function
  function made(kind, a) result(f)
    integer, intent(in) :: kind
    real(8), intent(in) :: a
    class(function_type), allocatable :: f
    type(shifted), allocatable :: outer
    select case (mod(kind, 3))
    case (0)
      allocate (cubic :: f)
    case (1)
      allocate (f, source=rational(a, 0.75d0))
    case default
      allocate (outer)
      allocate (rational :: outer%inner)
      outer%inner%a = a
      outer%name = repeat('x', mod(kind, 5))
      call move_alloc(outer, f)
    end select
    f%a = a
  end function
end module
subroutine solve(kind, a, x, steps, which)
  use functions
  implicit none
  integer, intent(in) :: kind
  real(8), intent(in) :: a
  real(8), intent(out) :: x
  integer, intent(out) :: steps, which
  class(function_type), allocatable :: f
  real(8) :: low, high
  allocate (f, source=made(kind, a))
  low = -0.5d0
  high = 3
  steps = 0
  do while (high - low > 1d-9)
    x = 0.5d0 * (low + high)
    if (f%value(x) > 0) then
      high = x
    else
      low = x
    end if
    steps = steps + 1
  end do
  which = 0
  select type (f)
  type is (cubic)
    which = 1
  type is (rational)
    if (f%b > 0.7d0) which = 2
  type is (shifted)
    which = 10 + len(f%name)
    if (a > 2.5d0) return
    x = -x
  end select
end subroutine
