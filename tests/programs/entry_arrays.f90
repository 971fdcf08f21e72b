! Units with ENTRY that take arrays of assumed shape or give arrays.
module entry_arrays_module
contains
  subroutine one(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(:)
    real, intent(inout) :: b(0:, :)
    print *, 'one', size(a), sum(a), n
    a(1) = -1
    return
    entry two(b, n)
    print *, 'two', size(b, 1), size(b, 2), ubound(b), n
    b(0, 1) = n
    return
    entry both(b, a, n)
    print *, 'both', size(a), sum(a), sum(b), n
    a = b(0, 1)
  end subroutine
  function first(n) result(r)
    integer, intent(in) :: n
    real :: r(3), q(3)
    r = n
    return
    entry second(n) result(q)
    q = 2*n
    q(2) = 0
  end function
  function sized(n, m) result(r)
    integer, intent(in) :: n, m
    complex :: r(n), q(n)
    r = m
    return
    entry imaginary(n) result(q)
    q = (0.0, 1.0)
  end function
end module
program entry_arrays
  use entry_arrays_module
  implicit none
  real :: x(6), y(2, 3)
  x = [1, 2, 3, 4, 5, 6]
  y = 1
  call one(x(2:4), 5)
  print *, x
  call two(y, 6)
  print *, y
  call both(y(:, 2:), x(1::2), 7)
  print *, x
  call both(y, x, 8)
  print *, x
  print *, first(3)
  print *, second(4) + first(1)
  print *, sized(2, 7)
  print *, imaginary(3)
end program
