! Bounds of an implied DO that are functions, where its items are computed before.
module bounds_once
  implicit none
  abstract interface
    integer function fn(x)
      integer, intent(in) :: x
    end function
  end interface
  type :: cell
    procedure(fn), pointer, nopass :: f => null()
  end type
contains
  integer function plus(x)
    integer, intent(in) :: x
    plus = x + 1
  end function
  integer function times(x)
    integer, intent(in) :: x
    times = 3*x
  end function
  integer function at(n)
    integer, intent(in) :: n
    at = n + 1
  end function
end module
program p
  use bounds_once
  implicit none
  type(cell) :: c(6)
  integer :: i, n = 1, list(3)
  do i = 1, 6
    if (mod(i, 3) == 0) then
      c(i)%f => times
    else
      c(i)%f => plus
    end if
  end do
  list = [(c(i)%f(i), i=at(n), at(3)*1, n)]
  print *, list
  print *, (i, c(i)%f(10*i), i=at(4) + n, at(0), -at(1))
  print *, size([(c(i)%f(i), i=at(5), n)])
end program
