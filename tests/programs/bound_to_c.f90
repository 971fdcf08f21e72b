! BIND(C) on procedures, types and interfaces changes nothing of what a program does; ATAN of two arguments is ATAN2.
module shapes
  use iso_c_binding, only: c_int, c_double
  implicit none
  type, bind(c) :: point
    integer(c_int) :: n
    real(c_double) :: x, y
  end type
  type, public, bind(c) :: pair
    integer(c_int) :: a, b
  end type
contains
  subroutine move(p, dx) bind(c, name="move_point")
    type(point), intent(inout) :: p
    real(c_double), value :: dx
    p%x = p%x + dx
    p%n = p%n + 1
  end subroutine
  real(c_double) function angle(p) bind(c)
    type(point), intent(in) :: p
    angle = atan(p%y, p%x)
  end function
  function both(p) result(total) bind(c, name='both')
    type(pair), intent(in) :: p
    integer(c_int) :: total
    total = p%a + p%b
  end function
  function first(p) bind(c) result(a)
    type(pair), intent(in) :: p
    integer(c_int) :: a
    a = p%a
  end function
end module
program bound_to_c
  use shapes
  implicit none
  interface
    subroutine twice(n) bind(c)
      use iso_c_binding, only: c_int
      integer(c_int), intent(inout) :: n
    end subroutine
  end interface
  type(point) :: p
  real :: y(4) = [1.0, -1.0, 0.5, -0.25], x(4) = [-2.0, -2.0, 0.0, 4.0]
  integer :: n = 21
  p = point(0, 3.0d0, -4.0d0)
  call move(p, -1.5d0)
  print '(i3, 3f10.6)', p%n, p%x, p%y, angle(p)
  print '(2i4)', both(pair(3, 4)), first(pair(5, 6))
  print '(4f10.6)', atan(y, x)
  print '(3f10.6)', atan(1.0, 2.0), atan(y=-1d0, x=-1d0), atan(0.5)
  call twice(n)
  print '(i4)', n
end program
subroutine twice(n) bind(c)
  use iso_c_binding, only: c_int
  integer(c_int), intent(inout) :: n
  n = 2 * n
end subroutine
