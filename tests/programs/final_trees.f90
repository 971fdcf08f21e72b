! Final procedures of objects that own others of any extension of their parent.
module trees
  implicit none
  type base
    integer :: b = 0
  contains
    final :: finish_base
  end type
  type, extends(base) :: pair
    class(base), allocatable :: left, right
  end type
  type, extends(base) :: single
    class(base), allocatable :: only
  end type
contains
  subroutine finish_base(x)
    type(base), intent(inout) :: x
    print *, 'base', x%b
  end subroutine
  subroutine tree()
    class(base), allocatable :: top
    allocate (pair :: top)
    top%b = 1
    select type (top)
    type is (pair)
      allocate (single :: top%left)
      top%left%b = 2
      allocate (base :: top%right)
      top%right%b = 3
      select type (left => top%left)
      type is (single)
        allocate (pair :: left%only)
        left%only%b = 4
      end select
    end select
    print *, 'tree'
  end subroutine
end module

program main
  use trees
  implicit none
  call tree()
end program
