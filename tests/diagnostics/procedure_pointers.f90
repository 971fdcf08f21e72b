! What procedure pointers point to, and where they are used.
module m
  implicit none
  abstract interface
    real function fn(x)
      real, intent(in) :: x
    end function
    subroutine sub(x)
      real, intent(in) :: x
    end subroutine
  end interface
  type t
    procedure(fn), pointer, nopass :: b => null()
    procedure(sub), pointer, nopass :: s => null()
    procedure(fn), pointer :: notpass => null()
  end type
contains
  real function f(x)
    real, intent(in) :: x
    f = x
  end function
  real function f2(x, y)
    real, intent(in) :: x, y
    f2 = x + y
  end function
  subroutine run(h)
    procedure(fn) :: h
  end subroutine
  subroutine take(h)
    procedure(fn), pointer, intent(in) :: h
  end subroutine
end module
subroutine two
  use m
  implicit none
  procedure(fn), pointer :: q
  real :: y
  type(t) :: o
  q => f
  y = q(1., 2.)
  y = q('a')
  y = o%b(1)
  call o%s([1., 2.])
end subroutine
subroutine three
  use m
  implicit none
  procedure(fn), pointer :: q
  type(t) :: o
  q => f2
  o%b => o%s
  o%b => f2
  call run(o%b)
  call run(o%s)
  call take(f)
  call take(f2)
  call run(q, q)
  q(1) = 2
end subroutine
subroutine four
  use m
  implicit none
  procedure(fn), pointer :: q
  procedure(nothing), pointer :: n
  real, pointer :: r
  real :: y
  type(t) :: o
  q => r
  q => y
  q = f
  y = q + 1
  r => q
  call q(1.)
  y = o%s(1.)
  y = o%notpass(1.)
  print *, associated(q, y), q
  nullify (y)
end subroutine
subroutine five
  use m
  implicit none
  procedure(fn), pointer :: q
  real :: y
  q => f
  y = q(1., 2.)
  y = q([1., 2.])
  y = q(z=1.)
end subroutine
