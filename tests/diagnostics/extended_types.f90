! What extended types, deferred procedures and SELECT TYPE need, and do not have here.
module m
  implicit none
  type, extends(nothing) :: lost
  end type
  type, abstract :: base
    integer :: i
  contains
    procedure(f), deferred :: go
    procedure(unknown), deferred :: stop
    procedure :: all
  end type
  type, extends(base) :: one
    integer :: i
    real :: x
  contains
    procedure :: go => go_one
  end type
  type, extends(base) :: two
    real :: x
  contains
    final :: clean
  end type
  abstract interface
    subroutine f(self)
      import base
      class(base), intent(in) :: self
    end subroutine
  end interface
  class(base), allocatable :: anything
contains
  subroutine go_one(self)
    class(one), intent(in) :: self
    real :: unset
    print *, self%x, self%nothing, unset
    self%x = 3
  end subroutine
  subroutine all(self)
    class(base), intent(in) :: self
    integer, save :: count = 0
    logical :: l
    call self%go()
    l = 1.5
    type is (one)
    select type (self)
    print *, 1
    type is (one)
      print *, self%x
    type is (three)
      print *, 'three'
  end subroutine
end module
program p
  use m
  type(one) :: a
  type(two) :: b
  type(base) :: c
  a = one(1, 2.0)
  a = one(base(1), 2.0)
  call a%all()
  call all(b)
  b = a
  call c%go()
end program
