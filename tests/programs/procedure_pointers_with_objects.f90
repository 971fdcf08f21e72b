! Procedure pointers that have their object as an argument: an integrator whose users extend its type.
module ode
  implicit none
  type :: ode_class
    integer :: calls = 0
    procedure(deriv), pointer :: df => null()
    procedure(report_f), pointer :: report => null()
  contains
    procedure :: initialize
    procedure :: integrate
    procedure :: evaluate
  end type
  abstract interface
    subroutine deriv(me, t, x, xd)
      import :: ode_class
      class(ode_class), intent(inout) :: me
      real(8), intent(in) :: t, x(:)
      real(8), intent(out) :: xd(:)
    end subroutine
    subroutine report_f(me, t, x)
      import :: ode_class
      class(ode_class), intent(inout) :: me
      real(8), intent(in) :: t, x(:)
    end subroutine
  end interface
contains
  subroutine initialize(me, df, report)
    class(ode_class), intent(inout) :: me
    procedure(deriv) :: df
    procedure(report_f), optional :: report
    me%calls = 0
    me%df => df
    if (present(report)) me%report => report
  end subroutine
  subroutine evaluate(me, t, x, xd)
    class(ode_class), intent(inout) :: me
    real(8), intent(in) :: t, x(:)
    real(8), intent(out) :: xd(:)
    call me%df(t, x, xd)
    me%calls = me%calls + 1
  end subroutine
  subroutine integrate(me, t, x, h, n)
    class(ode_class), intent(inout) :: me
    real(8), intent(inout) :: t, x(:)
    real(8), intent(in) :: h
    integer, intent(in) :: n
    real(8) :: k1(size(x)), k2(size(x))
    integer :: i
    do i = 1, n
      call me%evaluate(t, x, k1)
      call me%evaluate(t + h/2, x + h/2*k1, k2)
      x = x + h*k2
      t = t + h
      if (associated(me%report)) call me%report(t, x)
    end do
  end subroutine
end module
module user
  use ode
  implicit none
  type, extends(ode_class) :: spacecraft
    real(8) :: mu = 1
    integer :: reports = 0
  end type
contains
  subroutine gravity(me, t, x, xd)
    class(ode_class), intent(inout) :: me
    real(8), intent(in) :: t, x(:)
    real(8), intent(out) :: xd(:)
    real(8) :: r
    select type (me)
    class is (spacecraft)
      r = sqrt(x(1)**2 + x(2)**2)
      xd(1:2) = x(3:4)
      xd(3:4) = -me%mu*x(1:2)/r**3
    class default
      xd = 0
    end select
  end subroutine
  subroutine line(me, t, x, xd)
    class(ode_class), intent(inout) :: me
    real(8), intent(in) :: t, x(:)
    real(8), intent(out) :: xd(:)
    xd = 1
  end subroutine
  subroutine say(me, t, x)
    class(ode_class), intent(inout) :: me
    real(8), intent(in) :: t, x(:)
    select type (me)
    type is (spacecraft)
      me%reports = me%reports + 1
      print '(i4,5f12.6)', me%reports, t, x
    type is (ode_class)
      print '(a,5f12.6)', 'plain', t, x
    end select
  end subroutine
end module
program p
  use user
  implicit none
  type(spacecraft) :: s
  type(ode_class) :: o
  real(8) :: t, x(4)
  s%mu = 1.5d0
  call s%initialize(gravity, say)
  t = 0; x = [1d0, 0d0, 0d0, 1d0]
  call s%integrate(t, x, 0.1d0, 3)
  print *, s%calls, s%reports
  call s%initialize(line)
  call s%integrate(t, x, 0.1d0, 2)
  print *, s%calls, s%reports
  call o%initialize(gravity, say)
  t = 0
  call o%integrate(t, x, 0.1d0, 1)
  call s%evaluate(t, x, x)
  print *, x
end program
