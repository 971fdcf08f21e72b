! A solver that calls the deferred procedures of objects of any extension, in instances across modules and in memory.
module systems
  implicit none
  private
  integer, parameter, public :: dp = kind(1d0)
  type, abstract, public :: system
    integer :: calls = 0
  contains
    procedure(rhs_of), deferred :: rhs
    procedure, private :: step
    procedure :: integrate
    procedure(size_of), deferred, nopass :: n
  end type
  abstract interface
    subroutine rhs_of(self, t, y, f)
      import
      class(system), intent(inout) :: self
      real(dp), intent(in) :: t, y(:)
      real(dp), intent(out) :: f(:)
    end subroutine
    pure integer function size_of()
    end function
  end interface
  public :: norm_of, adder, operator(+)
  type, public :: adder
    real(dp) :: v = 0
  contains
    procedure :: plus
    generic :: operator(+) => plus
    procedure, private, pass(b) :: scaled
    generic :: operator(*) => scaled
  end type
contains
  subroutine step(self, t, y, h)
    class(system), intent(inout) :: self
    real(dp), intent(in) :: t, h
    real(dp), intent(inout) :: y(:)
    real(dp) :: k1(size(y)), k2(size(y))
    call self%rhs(t, y, k1)
    call self%rhs(t + h/2, y + h/2*k1, k2)
    y = y + h*k2
    self%calls = self%calls + 2
  end subroutine
  subroutine integrate(self, y, t1, steps, log)
    class(system), intent(inout) :: self
    real(dp), intent(inout) :: y(:)
    real(dp), intent(in) :: t1
    integer, intent(in) :: steps
    class(adder), intent(inout), optional :: log
    integer :: i
    real(dp) :: h
    h = t1/steps
    do i = 1, steps
      call self%step((i - 1)*h, y, h)
      if (present(log)) log%v = log%v + sum(y)
    end do
  end subroutine
  real(dp) function norm_of(self, y)
    class(system), intent(inout) :: self
    real(dp), intent(in) :: y(:)
    real(dp) :: f(size(y))
    call self%rhs(0._dp, y, f)
    norm_of = sqrt(sum(f**2))
  end function
  type(adder) function plus(a, b)
    class(adder), intent(in) :: a
    type(adder), intent(in) :: b
    plus%v = a%v + b%v
  end function
  type(adder) function scaled(x, b)
    real(dp), intent(in) :: x
    class(adder), intent(in) :: b
    scaled%v = x*b%v
  end function
end module
module models
  use systems
  implicit none
  type, extends(system) :: oscillator
    real(dp) :: omega = 1
  contains
    procedure :: rhs => osc_rhs
    procedure, nopass :: n => two
  end type
  type, extends(oscillator) :: damped
    real(dp), allocatable :: d(:)
  contains
    procedure :: rhs => damped_rhs
  end type
  type, extends(adder) :: counted
    integer :: n = 0
  end type
contains
  pure integer function two()
    two = 2
  end function
  subroutine osc_rhs(self, t, y, f)
    class(oscillator), intent(inout) :: self
    real(dp), intent(in) :: t, y(:)
    real(dp), intent(out) :: f(:)
    f = [y(2), -self%omega**2*y(1)]
  end subroutine
  subroutine damped_rhs(self, t, y, f)
    class(damped), intent(inout) :: self
    real(dp), intent(in) :: t, y(:)
    real(dp), intent(out) :: f(:)
    call self%oscillator%rhs(t, y, f)
    f(2) = f(2) - self%d(1)*y(2) + self%d(2)*t
  end subroutine
  subroutine run(x, y)
    class(oscillator), intent(inout) :: x
    real(dp), intent(inout) :: y(:)
    call x%integrate(y, 1._dp, 10)
  end subroutine
end module
subroutine kernel(omega, d, y1, y2, norm)
  use models
  implicit none
  real(dp), intent(in) :: omega, d
  real(dp), intent(out) :: y1, y2, norm
  type(damped) :: x
  real(dp) :: y(2)
  x%omega = omega
  x%d = [d, 0.1_dp]
  y = [1._dp, 0._dp]
  if (d > 0.2_dp) then
    call x%integrate(y, 2._dp, 20)
  else
    call x%oscillator%integrate(y, 2._dp, 20)
  end if
  y1 = y(1); y2 = y(2); norm = norm_of(x, y)
end subroutine
program main
  use models
  implicit none
  type(oscillator) :: o
  type(damped), target :: d
  type(damped), pointer :: p
  type(counted) :: c
  type(adder) :: a
  real(dp) :: y(2), y1, y2, norm
  y = [1._dp, 0._dp]
  call o%integrate(y, 1._dp, 10)
  print *, y, o%calls, norm_of(o, y)
  d%omega = 2; d%d = [0.5_dp, 0._dp]
  y = [1._dp, 0._dp]
  call run(d, y)
  print *, y, d%calls, d%system%calls
  p => d
  call p%integrate(y, 1._dp, 10, c)
  print *, y, p%calls, c%v, c%n
  a = c + adder(2._dp)
  print *, a%v
  a = 2._dp*c
  print *, a%v, norm_of(p, y)
  call kernel(1.5_dp, 0.5_dp, y1, y2, norm)
  print *, y1, y2, norm
end program
