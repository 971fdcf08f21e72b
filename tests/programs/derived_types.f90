! Objects of derived types: components, nested and in arrays, constructors, default values, output of whole objects.
program p
  implicit none
  type point
    real :: x = 1.0, y
    integer :: n(3) = 7
  end type
  type :: seg
    type(point) :: a, b
    character(len=8) :: name
  end type seg
  type(point) :: p1, p2
  type(seg) :: s, t
  type(seg) :: many(4)
  integer :: i
  p1%y = 2.0
  p2 = point(3.0, 4.0, [1,2,3])
  p1 = point(y=p1%x, x=p1%y)
  print *, p1%x, p1%y, p1%n
  s%a = p1
  s%b = p2
  s%name = 'hello'
  s%name(2:3) = 'EL'
  t = s
  print *, t
  do i = 1, 4
    many(i) = s
    many(i)%a%x = i
    many(i)%b%n(2) = 10*i
  end do
  print *, many%a%x, sum(many(:)%b%n(2)), many(2)%b%n
  print *, many(2:3)
  if (many(1)%a%x == 1.0) many(1) = t
  print *, size(many), many(1)%a%x
end program
