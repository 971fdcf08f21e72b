! test: kernel k
! A function in the subscript of another argument frees the array; rows with n = 0 return.
subroutine k(n, y)
  implicit none
  integer :: n, y
  integer, allocatable :: a(:)
  allocate (a(10))
  a = n
  y = f(a, g(a(1)))
contains
  integer function f(x, i)
    integer, intent(in) :: x(:), i
    f = x(i) + n
  end function
  integer function g(x)
    integer, intent(in) :: x
    if (x > 0) a = [1, 2] ! fails: deallocation of a
    g = x + 1
  end function
end subroutine
