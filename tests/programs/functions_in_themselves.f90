! A function without RESULT that may call itself through an object.
module m
  type :: it
    integer :: i = 1
  contains
    procedure :: next
  end type
  type, extends(it) :: mp
    class(it), allocatable :: src
  contains
    procedure :: next => m_nx
  end type
contains
  integer function next(self)
    class(it), intent(in) :: self
    next = self%i
  end function
  recursive integer function m_nx(self)
    class(mp), intent(in) :: self
    m_nx = self%src%next()*2
  end function
end module
program p
  use m
  type(mp) :: x
  x%src = it(5)
  print *, x%next()
end program
