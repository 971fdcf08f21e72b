! Objects of CLASS in parentheses lost the components of extensions.
module m
  implicit none
  type :: a
    integer :: x = 0
  contains
    procedure :: inc
  end type
  type, extends(a) :: b
    integer :: y = 0
  contains
    procedure :: inc => incb
  end type
contains
  function inc(s) result(c)
    class(a), intent(in) :: s
    class(a), allocatable :: c
    allocate(c, source=s)
  end function
  function incb(s) result(c)
    class(b), intent(in) :: s
    class(a), allocatable :: c
    allocate(c, source=b(s%x+1,s%y+1))
  end function
  subroutine show(v)
    class(a), intent(in) :: v
    select type (v)
    type is (b); print *, 'b', v%x,v%y
    type is (a); print *, 'a', v%x
    end select
  end subroutine
end module
program p
  use m
  class(a), allocatable :: c
  allocate(c, source=b(10,20))
  call show((c))
end program
