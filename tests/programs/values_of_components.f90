! Values of components have the types of these also where functions of arrays take the objects, and values in parentheses
! give an elemental function its shape.
program m
  implicit none
  type t
    character(2) :: c
    real :: v
    integer :: k = 2
    complex(8) :: z = 1
  end type
  type q
    real :: a = 0
  end type
  interface operator(-)
    procedure neg
  end interface
  type(q) :: x(2)
  type(t) :: a(2) = t('a', 1)
  a(2)%v = 5
  a = merge(a, t('z ', 3, 2.7, 4), a%v > 2)
  print *, a
  a = eoshift(a, 1, boundary=t('b ', 7))
  print *, a
  x%a = [2, 3]
  x = -(-x)
  print *, x
contains
  elemental type(q) function neg(x)
    type(q), intent(in) :: x
    neg%a = -x%a
  end function
end program
