! A procedure of the name `copy` for objects of CLASS beside the one that copies what objects own, and an assignment that a
! type has, which neither ALLOCATE nor a copy of a component uses.
module m
  implicit none
  type :: a
    integer :: n = 1
  contains
    procedure :: set
    generic :: assignment(=) => set
  end type
  type, extends(a) :: b
    real, allocatable :: v(:)
    type(a), allocatable :: more(:)
  end type
  type :: box
    class(a), allocatable :: it
  end type
contains
  subroutine set(self, other)
    class(a), intent(inout) :: self
    class(a), intent(in) :: other
    self%n = other%n + 100
  end subroutine
  subroutine copy(to, from)
    class(a), intent(inout) :: to
    class(a), intent(in) :: from
    to = from
    print *, 'copy', to%n
  end subroutine
end module
program p
  use m
  implicit none
  type(box) :: x, y
  type(b) :: u, w
  class(a), allocatable :: c
  u%v = [1., 2.]
  allocate (x%it, source=u)
  y = x
  print *, y%it%n
  call copy(u, w)
  allocate (b :: c)
  call copy(c, u)
  print *, c%n, u%n
end program
