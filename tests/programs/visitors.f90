! Dummy procedures that take objects of CLASS: each that is passed is one for the type of the object.
module shapes_v
  implicit none
  type, abstract :: shape
    integer :: id = 0
  end type
  type, extends(shape) :: circle
    real :: r = 1
  end type
  type, extends(shape) :: square
    real :: a = 2
  end type
  type :: box
    class(shape), allocatable :: s
  end type
  abstract interface
    subroutine visitor(s, total)
      import :: shape
      class(shape), intent(inout) :: s
      real, intent(inout) :: total
    end subroutine
    real function measure(s)
      import :: shape
      class(shape), intent(in) :: s
    end function
  end interface
contains
  subroutine visit_all(list, v, total)
    type(box), intent(inout) :: list(:)
    procedure(visitor) :: v
    real, intent(inout) :: total
    integer :: i
    do i = 1, size(list)
      call v(list(i)%s, total)
    end do
  end subroutine
  real function sum_of(list, m)
    type(box), intent(in) :: list(:)
    procedure(measure) :: m
    integer :: i
    sum_of = 0
    do i = 1, size(list)
      sum_of = sum_of + m(list(i)%s)
    end do
  end function
  real function of_one(s, m)
    class(shape), intent(in) :: s
    procedure(measure) :: m
    of_one = 10*m(s) + m(s)
  end function
end module
module visitors
  use shapes_v
  implicit none
contains
  subroutine area(s, total)
    class(shape), intent(inout) :: s
    real, intent(inout) :: total
    select type (s)
    type is (circle)
      total = total + 3*s%r**2
    type is (square)
      total = total + s%a**2
    end select
  end subroutine
  subroutine grow(s, total)
    class(shape), intent(inout) :: s
    real, intent(inout) :: total
    select type (s)
    type is (circle)
      s%r = s%r + 1
    type is (square)
      s%a = s%a*2
    end select
    total = total + 1
    s%id = s%id + 1
  end subroutine
  real function perimeter(s)
    class(shape), intent(in) :: s
    perimeter = 0
    select type (s)
    type is (circle)
      perimeter = 6*s%r
    type is (square)
      perimeter = 4*s%a
    end select
  end function
  real function ident(s)
    class(shape), intent(in) :: s
    ident = s%id
  end function
end module
program p
  use visitors
  implicit none
  type(box) :: list(3)
  real :: t
  allocate (circle :: list(1)%s)
  allocate (square :: list(2)%s)
  allocate (list(3)%s, source=circle(5, 2.))
  t = 0
  call visit_all(list, area, t); print *, t
  call visit_all(list, grow, t); print *, t
  call visit_all(list, area, t); print *, t
  print *, sum_of(list, perimeter), sum_of(list, ident)
  print *, of_one(circle(3, 1.5), perimeter), of_one(square(4, 1.), ident), of_one(list(3)%s, perimeter)
end program
