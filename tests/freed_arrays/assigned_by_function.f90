! In `a = f(a)` the function has the array as an argument before the assignment allocates it anew, and must not do so itself.
program p
  implicit none
  integer, allocatable :: a(:)
  a = [1, 2, 3]
  a = f(a)
  print *, 'not reached'
contains
  function f(x) result(y)
    integer, intent(in) :: x(:)
    integer :: y(2 * size(x))
    a = [a, a] ! fails: deallocation of a
    y = sum(x)
  end function
end program
