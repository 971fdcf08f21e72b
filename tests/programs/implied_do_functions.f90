! Functions of objects of CLASS and of elements' procedure pointers in an implied DO: each is called once for each value of
! the index.
module shapes_i
  implicit none
  type, abstract :: shape
  contains
    procedure(ar), deferred :: area
    procedure(nm), deferred :: name
  end type
  abstract interface
    real function ar(self)
      import :: shape
      class(shape), intent(in) :: self
    end function
    function nm(self) result(n)
      import :: shape
      class(shape), intent(in) :: self
      character(8) :: n
    end function
    integer function fn(x)
      integer, intent(in) :: x
    end function
  end interface
  type, extends(shape) :: circle
    real :: r = 1
  contains
    procedure :: area => circle_area
    procedure :: name => circle_name
  end type
  type, extends(shape) :: square
    real :: a = 1
  contains
    procedure :: area => square_area
    procedure :: name => square_name
  end type
  type :: box
    class(shape), allocatable :: s
    procedure(fn), pointer, nopass :: f => null()
  end type
  type :: pair
    integer :: a = 0
    real :: b = 0
  end type
contains
  real function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3*self%r**2
  end function
  real function square_area(self)
    class(square), intent(in) :: self
    square_area = self%a**2
  end function
  function circle_name(self) result(n)
    class(circle), intent(in) :: self
    character(8) :: n
    n = 'circle'
  end function
  function square_name(self) result(n)
    class(square), intent(in) :: self
    character(8) :: n
    n = 'square'
  end function
  integer function twice(x)
    integer, intent(in) :: x
    twice = 2*x
  end function
  integer function next(x)
    integer, intent(in) :: x
    next = x + 1
  end function
  type(pair) function make(i)
    integer, intent(in) :: i
    make = pair(i, 0.5*i)
  end function
end module
program p
  use shapes_i
  implicit none
  type(box) :: list(4)
  integer :: i, n = 4, a(4)
  real :: total
  i = 77
  allocate (list(1)%s, source=circle(2.))
  allocate (list(2)%s, source=square(3.))
  allocate (list(3)%s, source=circle(1.))
  allocate (list(4)%s, source=square(0.5))
  do i = 1, 4
    if (mod(i, 2) == 0) then
      list(i)%f => twice
    else
      list(i)%f => next
    end if
  end do
  i = 77
  total = sum([(list(i)%s%area(), i=1, n)])
  print *, total, maxval([(list(i)%s%area() + i, i=n, 1, -1)]), i
  print *, (i, list(i)%s%area(), i=1, n, 2), 'end', i
  a = [(list(i)%f(10*i), i=1, 4)]
  print *, a
  print *, (list(i)%f(i), list(i)%f(list(i)%f(i)), i=1, 4)
  print *, [(list(i)%s%area(), i=3, 2)], size([(list(i)%s%area(), i=2, 4, 5)])
  write (*, '(4f8.3)') (merge(list(i)%s%area(), -1., i /= 2), i=1, 4)
end program
