! Procedure pointers with initial targets: variables of a module and components.
module m
  implicit none
  private
  abstract interface
    integer function op(a)
      integer, intent(in) :: a
    end function
  end interface
  public :: op
  type, public :: t
    integer :: n = 1
    procedure(op), pointer, nopass, public :: f => one
    procedure(op), pointer, nopass, public :: g => null()
  end type
  procedure(op), pointer, public :: handler => one
  procedure(op), pointer, public, save :: other => two
  public :: two, reset, user
contains
  integer function one(a)
    integer, intent(in) :: a
    one = a + 1
  end function
  integer function two(a)
    integer, intent(in) :: a
    two = a * 2
  end function
  subroutine reset(p)
    procedure(op), pointer, intent(inout) :: p
    print *, 'in', p(10)
    p => two
  end subroutine
  integer function user(h, a)
    procedure(op) :: h
    integer, intent(in) :: a
    user = h(a) * 100
  end function
end module
program p
  use m
  implicit none
  type(t) :: a, b
  type(t), allocatable :: list(:)
  procedure(op), pointer :: q
  print *, a%f(5), handler(6), other(7), associated(handler), associated(a%f), associated(a%g)
  q => a%f
  print *, q(1), associated(q, a%f), associated(q, handler), associated(other, two)
  a%f => two
  b = a
  print *, b%f(5), user(handler, 3), user(b%f, 3)
  call reset(handler)
  print *, handler(3)
  allocate (list(2))
  list(2)%f => other
  print *, list(1)%f(8), list(2)%f(8)
  b = t(3, g=two)
  print *, b%f(1), b%g(1)
  call reset(b%f)
  print *, b%f(1)
end program
