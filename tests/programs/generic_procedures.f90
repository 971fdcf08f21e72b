! Generic names whose specific procedures differ in that an argument is a procedure.
module m
  implicit none
  abstract interface
    real function func(x)
      real, intent(in) :: x
    end function
  end interface
  interface set
    module procedure s_fun, s_const, s_array
  end interface
  type box
    real :: v = 0
  contains
    procedure :: by_fun, by_value
    generic :: fill => by_fun, by_value
  end type
contains
  subroutine s_fun(v, fn)
    real, intent(inout) :: v
    procedure(func) :: fn
    v = fn(2.)
  end subroutine
  subroutine s_const(v, c)
    real, intent(inout) :: v
    real, intent(in) :: c
    v = c
  end subroutine
  subroutine s_array(v, c)
    real, intent(inout) :: v
    real, intent(in) :: c(:)
    v = sum(c)
  end subroutine
  subroutine by_fun(self, fn)
    class(box), intent(inout) :: self
    interface
      real function fn(x)
        real, intent(in) :: x
      end function
    end interface
    self%v = fn(3.)
  end subroutine
  subroutine by_value(self, x)
    class(box), intent(inout) :: self
    real, intent(in) :: x
    self%v = x
  end subroutine
  real function sq(x)
    real, intent(in) :: x
    sq = x*x
  end function
  real function twice(x) result(r)
    real, intent(in) :: x
    r = 2*x
  end function
end module
program main
  use m
  implicit none
  type(box) :: b
  real :: v
  procedure(func), pointer :: p
  intrinsic :: sin
  call set(v, sq); print *, v
  call set(v, 5.); print *, v
  call set(v, sq(5.)); print *, v
  call set(v, [1., 2.]); print *, v
  call set(v, inner); print *, v
  call b%fill(twice); print *, b%v
  call b%fill(twice(1.)); print *, b%v
  call b%fill(inner); print *, b%v
  p => twice
  call set(v, p); print *, v
  call set(fn=sq, v=v); print *, v
  call set(v, c=3.); print *, v
contains
  real function inner(x)
    real, intent(in) :: x
    inner = x + v
    if (x < 0) call set(inner, 0.)
  end function
end program
