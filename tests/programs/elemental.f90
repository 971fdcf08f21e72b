module m
  implicit none
  integer :: total = 0
contains
  elemental real function scaled(x, y)
    real, intent(in) :: x, y
    scaled = x * y
    if (x > 2.5) scaled = -scaled
  end function
  elemental subroutine swap(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a
    a = b
    b = t
  end subroutine
  elemental subroutine next(a, b)
    integer, intent(in) :: a
    integer, intent(out) :: b
    b = a + 1
  end subroutine
  elemental complex function turned(z)
    complex, intent(in) :: z
    turned = z * (0.0, 1.0)
  end function
  impure elemental subroutine add(i)
    integer, intent(in) :: i
    total = total + i
    print *, 'add', i
  end subroutine
  elemental subroutine mark(s, i)
    character(len=*), intent(inout) :: s
    integer, intent(in) :: i
    if (mod(i, 2) == 0) s(1:1) = '*'
  end subroutine
end module
program t
  use m
  implicit none
  integer :: a(3), b(3), i, q(2,2)
  real :: x(4), y(4), u
  complex :: z(2)
  character(len=3) :: names(3)
  a = [1,2,3]
  b = foo(a)
  print *, b
  print *, foo(a+1) + 1
  if (any(foo([0,1]) /= [1,2])) stop 2
  x = scaled(real([1,2,3,4]), 2.0)
  print *, x
  print *, sum(foo(a)), maxval(scaled(x, x))
  a(2:3) = foo(a(1:2))
  print *, a
  call next(a(1:2), a(2:3))
  print *, a
  y = [(real(10*i), i=1,4)]
  call swap(x, y)
  print *, x
  call swap(x(1:2), y(4:3:-1))
  print *, x
  print *, y
  u = 3.0
  x = scaled(u, x)
  print *, x
  z = turned([(1.0,2.0), (3.0,4.0)])
  print *, z
  call add(b)
  print *, total
  names(1) = 'abc'; names(2) = 'def'; names(3) = 'ghi'
  call mark(names, [1,2,3])
  print *, names
  call mark(names(1), 2)
  print *, names
  q = reshape([1,2,3,4], [2,2])
  print *, foo(q)
  call next(q(1,:), q(2,:))
  print *, q
  where (foo(b) > 3) b = foo(b) * 10
  print *, b
  a = [1, 2, 3]
  b = via(b)
  print *, b
  b(:) = foo(5)
  print *, b
contains
  elemental integer function foo(x)
    integer, value :: x
    x = x + 1
    foo = x
  end function
  elemental integer function via(i)
    integer, intent(in) :: i
    via = i + a(1) + b(3)
  end function
end
