! Functions whose value is an array, and arrays of assumed shape, of a module.
module vectors
  implicit none
  integer, parameter :: n = 3
contains
  function cross(a, b) result(c)
    real, intent(in) :: a(3), b(3)
    real :: c(3)
    c = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function
  function twice(x)
    real, intent(in) :: x(:)
    real :: twice(size(x))
    twice = 2*x
  end function
  function grid(k, m)
    integer, intent(in) :: k, m
    integer :: grid(0:k - 1, m), i
    do i = 1, m
      grid(:, i) = i
    end do
    grid(0, :) = -1
  end function
  real function total(x)
    real, intent(in) :: x(:, :)
    total = sum(x)
  end function
  subroutine show(x)
    real :: x(:)
    x = x*2
    print *, size(x), x
  end subroutine
end module
program p
  use vectors
  implicit none
  real :: u(3), v(3), a(5)
  integer :: i
  u = [1.0, 2.0, 3.0]
  v = [0.5, -1.0, 2.0]
  print *, cross(u, v), dot_product(cross(u, v), u)
  u = u + cross(u, v)*twice(u)
  print *, u, sum(twice(v(2:3)))
  print *, grid(2, 3), shape(grid(4, 5))
  print *, maxval(twice([1.0, 5.0, 2.0]))
  a = [(1.0*i, i = 1, 5)]
  call show(a(2:4))
  call show(a(5:1:-2))
  print *, a, total(reshape(a(1:4), [2, 2]))
end program
