! What an extension must have as its parent does; a definition of a module procedure as its interface does.
module m
  implicit none
  type, abstract :: base
    integer :: i = 1
  contains
    procedure :: one
    procedure :: two
    procedure :: three
    procedure, nopass :: four
    procedure(later), deferred :: five
  end type
  abstract interface
    subroutine later(self)
      import base
      class(base), intent(in) :: self
    end subroutine
  end interface
  type, extends(base) :: child
  contains
    procedure :: one => child_one
    procedure :: two => child_two
    procedure :: three => child_three
    procedure :: four => child_four
  end type
  type, extends(circle) :: line
  end type
  type, extends(line) :: circle
  end type
  interface
    module subroutine names(a, b)
      real, intent(in) :: a, b
    end subroutine
    module subroutine intents(a)
      real, intent(in) :: a
    end subroutine
    module subroutine optionals(a)
      real, optional :: a
    end subroutine
  end interface
contains
  subroutine one(self, x)
    class(base), intent(in) :: self
    integer, intent(in) :: x
  end subroutine
  subroutine child_one(self, x)
    class(child), intent(in) :: self
    real, intent(in) :: x
  end subroutine
  subroutine two(self, x)
    class(base), intent(in) :: self
    integer, intent(in) :: x
  end subroutine
  subroutine child_two(self)
    class(child), intent(in) :: self
  end subroutine
  subroutine three(self)
    class(base), intent(in) :: self
  end subroutine
  integer function child_three(self)
    class(child), intent(in) :: self
    child_three = self%i
  end function
  subroutine four(self)
    class(base), intent(in) :: self
  end subroutine
  subroutine child_four(self)
    class(child), intent(in) :: self
    call self%five()
  end subroutine
end module
submodule (m) definitions
contains
  module subroutine names(b, a)
    real, intent(in) :: b, a
  end subroutine
  module subroutine intents(a)
    real, intent(inout) :: a
  end subroutine
  module subroutine optionals(a)
    real :: a
  end subroutine
end submodule
submodule (m:second) first
end submodule
submodule (m:first) second
end submodule
