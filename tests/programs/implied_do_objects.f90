! Functions of derived type, and objects with arrays of their own, in implied DO; the shape of what RESHAPE gives.
module m
  implicit none
  type h
    integer :: n = 0
    real :: r(2) = 1
  end type
  type named
    character(:), allocatable :: name
    integer, allocatable :: v(:)
  end type
contains
  function grab(n) result(x)
    integer, intent(in) :: n
    type(h) :: x
    x%n = n*n
    x%r(2) = n
  end function
  function name_of(n) result(x)
    integer, intent(in) :: n
    type(named) :: x
    x%name = repeat(char(96 + n), n)
    x%v = [n, n + 1]
  end function
end module
program t
  use m
  implicit none
  type(h) :: a(3), b(5)
  type(h), allocatable :: c(:)
  type(named), allocatable :: w(:), u(:)
  type(named) :: s(4)
  integer :: i, j
  a = [(grab(i), i=1, 3)]
  print *, a%n, a%r(2)
  b = [grab(9), (grab(i), i=6, 2, -2), a(1)]
  print *, b%n, b%r(2)
  c = [(grab(i), a(i), i=1, 2)]
  print *, size(c), c%n
  w = [(name_of(i), i=1, 3)]
  print *, size(w), (w(i)%name // '.', i=1, size(w)), w(3)%v
  s = [w, name_of(5)]
  u = [(s(i), i=4, 1, -1)]
  print *, size(u), (u(i)%name // '.', i=1, size(u)), u(1)%v
  u = [(u(i), i=1, 3), w(2)]
  print *, size(u), (u(i)%name // '.', i=1, size(u)), u(4)%v
  u = [(name_of(j), j=1, 0)]
  print *, size(u), sum([(grab_n(i), i=1, 4)])
contains
  integer function grab_n(i)
    integer, intent(in) :: i
    type(h) :: x
    x = grab(i)
    grab_n = x%n
  end function
end program
