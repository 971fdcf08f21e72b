! test: kernel integrate
! Procedures that are bound to types in lanes: each row has an integrator of its own, whose steps depend on its state.
module integrators
  implicit none
  private
  integer, parameter, public :: dp = kind(1d0)
  type, public :: integrator
    private
    real(dp) :: rate = 1, step = 0.125_dp
    integer :: taken = 0, refused = 0
  contains
    procedure :: advance
    procedure :: steps
    procedure, private :: slope
    procedure, private :: halve_by, halve
    generic :: refine => halve, halve_by
  end type
  public :: integrator_of
contains
  function integrator_of(rate) result(made)
    real(dp), intent(in) :: rate
    type(integrator) :: made
    made%rate = rate
  end function

  real(dp) function slope(self, y)
    class(integrator), intent(in) :: self
    real(dp), intent(in) :: y
    slope = -self%rate*y*abs(y)
  end function

  subroutine halve(self)
    class(integrator), intent(inout) :: self
    call self%refine(1)
  end subroutine

  subroutine halve_by(self, times)
    class(integrator), intent(inout) :: self
    integer, intent(in) :: times
    self%step = self%step*0.5_dp**times
    self%refused = self%refused + 1
  end subroutine

  subroutine advance(self, y, to, tolerance)
    class(integrator), intent(inout) :: self
    real(dp), intent(inout) :: y
    real(dp), intent(in) :: to, tolerance
    real(dp) :: t, whole, half, error
    t = 0
    do while (t < to)
      whole = y + self%step*self%slope(y)
      half = y + 0.5_dp*self%step*self%slope(y)
      half = half + 0.5_dp*self%step*self%slope(half)
      error = abs(half - whole)
      if (error > 16*tolerance) then
        call self%refine(2)
      else if (error > tolerance) then
        call self%refine
      else
        t = t + self%step
        y = half
        self%taken = self%taken + 1
      end if
    end do
  end subroutine

  integer function steps(self, refused)
    class(integrator), intent(in) :: self
    integer, intent(out) :: refused
    steps = self%taken
    refused = self%refused
  end function
end module

subroutine integrate(y, rate, tolerance, steps, refused)
  use integrators
  implicit none
  real(dp), intent(inout) :: y
  real(dp), intent(in) :: rate, tolerance
  integer, intent(out) :: steps, refused
  type(integrator) :: by
  by = integrator_of(rate)
  call by%advance(y, to=1d0, tolerance=tolerance)
  steps = by%steps(refused)
end subroutine
