! PURE procedures that change ALLOCATABLE components of objects that are in arrays, and constant arrays in them.
module m
  type t
    real, allocatable :: w(:)
  end type
contains
  elemental real function series(x)
    real, intent(in) :: x
    real, parameter :: c(3) = [1., 1., 2.]
    series = c(1) + x*(c(2) + x*c(3))
  end function
  pure subroutine mk(x, n)
    type(t), intent(inout) :: x
    integer, intent(in) :: n
    allocate(x%w(n))
    x%w = n
  end subroutine
  pure subroutine scale(p, s)
    type(t), intent(inout) :: p
    real, intent(in) :: s
    p%w = p%w*s
  end subroutine
  pure function copy(p) result(q)
    type(t), intent(in) :: p
    type(t) :: q
    q = p
    q%w = [q%w, 1.0]
  end function
end module
program p
  use m
  type(t) :: a(2)
  call mk(a(2), 3)
  call scale(a(2), 2.0)
  a(1) = copy(a(2))
  print *, a(2)%w, a(1)%w, series([1., 2.])
end program
