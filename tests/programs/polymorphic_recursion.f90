! A call of a procedure that an object's type decides may be one of the procedure that contains it, which is not
! declared RECURSIVE.
module m
  implicit none
  type, abstract :: model
    integer :: n = 1
  contains
    procedure(init_i), deferred :: init
    procedure :: cost => model_cost
  end type
  abstract interface
    subroutine init_i(self, n)
      import :: model
      class(model) :: self
      integer, intent(in) :: n
    end subroutine
  end interface
  type, extends(model) :: leaf
  contains
    procedure :: init => leaf_init
  end type
  type, extends(model) :: outer
    class(model), allocatable :: inner
  contains
    procedure :: init => outer_init
    procedure :: cost => outer_cost
  end type
contains
  subroutine leaf_init(self, n)
    class(leaf) :: self
    integer, intent(in) :: n
    self%n = n
  end subroutine
  subroutine outer_init(self, n)
    class(outer) :: self
    integer, intent(in) :: n
    if (n > 3) then
      allocate (outer :: self%inner)
    else
      allocate (leaf :: self%inner)
    end if
    call self%inner%init(n - 1)
    self%n = self%inner%n * 2
  end subroutine
  pure function model_cost(self) result(c)
    class(model), intent(in) :: self
    integer :: c
    c = self%n
  end function
  pure function outer_cost(self) result(c)
    class(outer), intent(in) :: self
    integer :: c
    c = 1000 + self%inner%cost()
  end function
end module
program p
  use m
  implicit none
  class(model), allocatable :: a
  integer :: i
  do i = 2, 6, 2
    if (allocated(a)) deallocate (a)
    allocate (outer :: a)
    call a%init(i)
    print *, a%n, a%cost()
    select type (a)
    type is (outer)
      print *, a%inner%n
    end select
  end do
end program
