! Arrays whose bounds ask about other arrays that stand behind them in the list of dummy arguments.
module bounds_of_others
contains
pure integer function f(i)
integer, intent(in) :: i
f = i + 1
end function
subroutine u(z, y, n)
integer y(n + 1), z(size(y)), w(lbound(z, 1):ubound(z, 1) + 1)
z = 1
w = 2
print *, size(z), size(w), y
end subroutine
subroutine v(t, x, n)
integer x(f(n))
integer t(size(x))
t = x + 1
print *, size(t)
end subroutine
end module
program bounds_order
use bounds_of_others
integer a(3), b(3)
b = 7
call u(a, b, 2)
print *, a
call v(a, b, 2)
print *, a
end program
