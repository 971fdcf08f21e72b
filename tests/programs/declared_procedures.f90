! PROCEDURE declarations by an abstract interface, by a procedure, by a type and by nothing, also from a module that is
! used under another name; ENUM.
module rules
  implicit none
  integer, parameter :: dp = kind(1d0)
  enum, bind(c)
    enumerator :: red = 3, green
    enumerator blue
    enumerator :: first = -1, second = first*10, third
  end enum
  abstract interface
    real(dp) function rule(f, a, b)
      import :: dp
      interface
        real(dp) function f(x)
          import :: dp
          real(dp), intent(in) :: x
        end function
      end interface
      real(dp), intent(in) :: a, b
    end function
    subroutine action(n, text)
      integer, intent(inout) :: n
      character(*), intent(in), optional :: text
    end subroutine
  end interface
contains
  real(dp) function midpoint(f, a, b)
    procedure(real(dp)) :: f
    real(dp), intent(in) :: a, b
    midpoint = (b - a)*f((a + b)/2)
  end function
  real(dp) function trapezoid(f, a, b)
    procedure(square) :: f
    real(dp), intent(in) :: a, b
    trapezoid = (b - a)*(f(a) + f(b))/2
  end function
  real(dp) function square(x)
    real(dp), intent(in) :: x
    square = x*x
  end function
  subroutine twice(what, n)
    procedure(action) :: what
    integer, intent(inout) :: n
    call what(n)
    call what(n, 'given')
  end subroutine
  subroutine maybe(n, what, other)
    integer, intent(inout) :: n
    procedure(action), optional :: what
    procedure(), optional :: other
    if (present(what)) call what(n=n)
    if (present(other)) call other(n)
  end subroutine
end module
program main
  use rules, only: integration => rule, midpoint, trapezoid, square, twice, maybe, dp, action, red, green, blue, first, &
    second, third
  implicit none
  integer :: n
  procedure(action) :: outside
  procedure(integer) :: next
  print *, integrate(midpoint, 3.0_dp), integrate(trapezoid, 3.0_dp)
  n = 1
  call twice(outside, n)
  call maybe(n)
  call maybe(n, outside)
  call maybe(n, other=plain)
  print *, n, next(n)
  print *, red, green, blue, first, second, third
contains
  real(dp) function integrate(by, upto)
    procedure(integration) :: by
    real(dp), intent(in) :: upto
    integrate = by(square, 0.0_dp, upto)
  end function
  subroutine plain(n)
    integer :: n
    n = -n
  end subroutine
end program
subroutine outside(n, text)
  implicit none
  integer, intent(inout) :: n
  character(*), intent(in), optional :: text
  n = n + 10
  if (present(text)) print *, text, n
end subroutine
integer function next(n)
  integer :: n
  next = n + 1
end function
