! What follows from a refused statement is not reported again: of the names that it declares nothing is known, not the type,
! nor the shape, nor what an operator does with them. Each line with an error says something new.
module types
  implicit none
  private
  type, public, extends(base) :: point
    real :: x, y
  end type
  interface operator(.or.)
    module procedure either
  end interface
  interface assignment(=)
    module procedure set
  end interface
  interface area ! of external functions
    function area_of_circle(r)
      real, intent(in) :: r
      real :: area_of_circle
    end function
    function area_of_square(a)
      integer, intent(in) :: a
      real :: area_of_square
    end function
  end interface
  interface
    function count_points(n, m) bind(c)
      integer, value :: n, m
      integer :: count_points
    end function count_points
  end interface
  abstract interface
    subroutine callback(inner)
      interface
        subroutine inner
        end subroutine
      end interface
    end subroutine
  end interface
  public :: operator(.or.), assignment(=), area
contains
  logical function either(i, j)
    integer, intent(in) :: i, j
    either = i > 0 .or. j > 0
  end function
  subroutine set(l, i)
    logical, intent(out) :: l
    integer, intent(in) :: i
    l = i /= 0
  end subroutine
  type(point) function middle(p, q)
    type(point), intent(in) :: p, q
    middle%x = (p%x + q%x)/2
    middle%y = (p%y + q%y)/2
  end function
  pure subroutine scale(p, by, title)
    type(point), intent(inout) :: p
    real, intent(in) :: by
    character(*), optional, intent(in) :: title
    if (present(title)) return
    p%x = p%x*by
  end subroutine
endmodule
program echoes
  use types
  implicit none
  integer :: i
  real, pointer :: a(:), b
  type(point) :: p, all(3)
  real :: hidden
  i = 1 .or. 2
  hidden = area(1.0) + area(2)
  allocate (a(3))
  a(2:) = size(a)
  if (associated(b)) nullify(b)
  b => a(1)
  call scale(p, 2.0)
  all(2) = middle(p, p)
  associate (q => p%x)
    if (q == 'text') print *, q(1)
  end associate
  select type (any => all)
  type is (point)
    print *, any(1)%x
  end select
  if (i) print *, 'this is new'
end program
subroutine ends
endsubroutine
module parts
  interface
    module subroutine one(a)
      real, intent(in) :: a(:)
    end subroutine
    integer module function two(i)
      integer, intent(in) :: i
    end function
  end interface
end module
subroutine uses
  use parts
  call one([1.0, 2.0])
  if (two(3) == 'text') i = l .and. 1
end subroutine
