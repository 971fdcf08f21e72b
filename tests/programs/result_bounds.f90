! Bounds and lengths of results that ask about dummy arrays: by the bounds that these are declared with, not by those of
! the actual arguments.
module m
contains
  function f3(a) result(b)
    integer, intent(in) :: a(2:)
    character(ubound(a,1)) :: b
    b = repeat('x',len(b))
  end function
  function f5(a) result(b)
    integer, intent(in) :: a(-1:2, *)
    integer :: b(ubound(a,1) + 1)
    b = 7
  end function
  function f6(a) result(b)
    real, intent(in) :: a(0:)
    real :: b(0:ubound(a,1))
    b = a
  end function
end module
program p
  use m
  integer :: v(3:5) = [1,2,3], w(2:3, 5:9) = 1
  print *, f3(v), '|', len(f3(v))
  print *, chain(v), f5(w)
  print *, f6([1., 2., 3.]), f3(v(:)), f3([1])
contains
  function chain(a) result(b)
    integer, intent(in) :: a(0:)
    integer :: b(lbound(a,1):ubound(a,1))
    b = a
  end function
end program
