! Types that extend others, also ABSTRACT ones: inherited and overridden procedures, parent components, SELECT TYPE.
module shapes
  implicit none
  type, abstract :: shape
    character(8) :: name = 'none'
    real :: factor = 1
  contains
    procedure(area_of), deferred :: area
    procedure :: describe
    procedure :: twice => twice_area
    procedure, nopass :: kind_of => any_kind
    generic :: show => describe
  end type
  abstract interface
    function area_of(self) result(a)
      import :: shape
      class(shape), intent(in) :: self
      real :: a
    end function
  end interface
  type, extends(shape) :: circle
    real :: r = 1
  contains
    procedure :: area => circle_area
    procedure :: describe => circle_describe
  end type
  type, extends(shape) :: box
    real :: a, b
  contains
    procedure :: area => box_area
    procedure, nopass :: kind_of => box_kind
  end type
  type, extends(box) :: cube
    real :: c = 3
  contains
    procedure :: area => cube_area
  end type
  type, extends(circle) :: ring
    real :: inner = 0.5
  contains
    procedure :: area => ring_area
  end type
contains
  function circle_area(self) result(a)
    class(circle), intent(in) :: self
    real :: a
    a = 3*self%r**2*self%factor
  end function
  function box_area(self) result(a)
    class(box), intent(in) :: self
    real :: a
    a = self%a*self%b
  end function
  function cube_area(self) result(a)
    class(cube), intent(in) :: self
    real :: a
    a = 2*(self%box%area()*1 + self%a*self%c + self%b*self%c)
  end function
  subroutine describe(self)
    class(shape), intent(in) :: self
    print *, 'shape ', self%name, self%area(), self%kind_of()
  end subroutine
  subroutine circle_describe(self)
    class(circle), intent(in) :: self
    print *, 'circle', self%r, self%area(), self%kind_of()
    call describe(self)
  end subroutine
  real function twice_area(self)
    class(shape), intent(in) :: self
    twice_area = 2*self%area()
  end function
  integer function any_kind()
    any_kind = 0
  end function
  integer function box_kind()
    box_kind = 1
  end function
  real function ring_area(self)
    class(ring), intent(in) :: self
    ring_area = self%circle%area() - 3*self%inner**2
  end function
  subroutine report(s)
    class(shape), intent(in) :: s
    select type (s)
    type is (circle)
      print *, 'a circle of', s%r
    class is (box)
      print *, 'a box of', s%a, s%b
    class default
      print *, 'something'
    end select
    which: select type (t => s)
    type is (cube)
      if (t%c > 100) exit which
      print *, 'cube', t%c
    end select which
    call s%show()
  end subroutine
  subroutine grow(s, by)
    class(shape), intent(inout) :: s
    real, intent(in) :: by
    s%factor = s%factor*by
    select type (s)
    type is (box)
      s%a = s%a*by
    end select
  end subroutine
  real function total(list)
    class(shape), intent(in) :: list(:)
    integer :: i
    total = 0
    do i = 1, size(list)
      total = total + list(i)%area()
    end do
  end function
end module
program main
  use shapes
  implicit none
  type(circle) :: c
  type(box) :: b
  type(cube) :: k
  type(ring) :: g, gs(3)
  c = circle(r=2)
  b = box(a=2, b=3)
  k = cube(box=b, c=4)
  g = ring('ring', 1.0, 3.0, 1.0)
  gs%r = [1., 2., 3.]
  call report(c)
  call report(b)
  call report(k)
  call report(g)
  print *, c%twice(), k%twice(), g%twice()
  call grow(b, 2.0)
  call grow(g, 3.0)
  print *, b%a, b%factor, g%factor, g%circle%r, g%shape%name, g%circle%shape%factor
  print *, total(gs), total([c, c])
  b = k%box
  print *, b%area(), same_type_as(b, k), extends_type_of(k, b), extends_type_of(b, k)
  call local(g)
  call local(c)
contains
  recursive subroutine local(s)
    class(circle), intent(in) :: s
    print *, 'local', s%area()
    select type (s)
    type is (ring)
      call local(s%circle)
    end select
  end subroutine
end program
