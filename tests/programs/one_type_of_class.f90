! A call that an object decides, where there is one type to choose from: the procedure may call itself.
module one_type
  implicit none
  type, abstract :: base
  contains
    procedure(ev), deferred :: eval
  end type
  abstract interface
    integer function ev(self)
      import :: base
      class(base), intent(in) :: self
    end function
  end interface
  type, extends(base) :: node
    integer :: v = 1
    class(base), pointer :: next => null()
  contains
    procedure :: eval => node_eval
  end type
contains
  integer function node_eval(self)
    class(node), intent(in) :: self
    node_eval = self%v
    if (associated(self%next)) node_eval = node_eval + self%next%eval()
  end function
end module
program p
  use one_type
  implicit none
  type(node), target :: a, b
  a%next => b
  b%v = 10
  print *, a%eval()
end program
