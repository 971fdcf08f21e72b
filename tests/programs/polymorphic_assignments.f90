! Assignments to objects of CLASS of a type with bound assignments: the declared types say which one it is.
module m
  implicit none
  type :: base
    integer :: i = 1
  contains
    procedure :: asg
    procedure, private :: from_text
    generic :: assignment(=) => asg, from_text
  end type
  type, extends(base) :: child
    real :: r = 2
  contains
    procedure :: asg => child_asg
  end type
contains
  subroutine asg(self, x)
    class(base), intent(inout) :: self
    integer, intent(in) :: x
    self%i = x
  end subroutine
  subroutine child_asg(self, x)
    class(child), intent(inout) :: self
    integer, intent(in) :: x
    self%i = -x
  end subroutine
  subroutine from_text(self, t)
    class(base), intent(inout) :: self
    character(*), intent(in) :: t
    self%i = len(t)
  end subroutine
end module
program t
  use m
  implicit none
  class(base), allocatable :: cb
  type(base) :: b
  type(child) :: c
  cb = child(i=7)
  print *, cb%i
  cb = 5
  print *, cb%i
  cb = 'four'
  print *, cb%i
  select type (cb)
  type is (child)
    print *, 'child', cb%r
  end select
  cb = base(3)
  print *, cb%i, same_type_as(cb, b)
  cb = 4
  print *, cb%i
  c = 9
  b = c%base
  print *, b%i, c%i
  c = 'xy'
  cb = c
  print *, cb%i, extends_type_of(cb, c)
end program
