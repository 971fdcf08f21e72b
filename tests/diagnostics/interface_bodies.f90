! Interface bodies that differ from the procedures that they describe.
program interface_bodies
  implicit none
  interface
    subroutine one(x)
      real :: x
    end subroutine
    function two(x)
      real :: x, two
    end function
    real function three(x)
      real :: x
    end function
    subroutine four(x)
      real :: x(:)
    end subroutine
    subroutine same(x)
      real :: x
    end subroutine
  end interface
  call same(1.0)
end program
subroutine one(i)
  integer :: i
end subroutine
function two(x, y)
  real :: x, y, two
  two = x
end function
integer function three(x)
  real :: x
  three = 1
end function
subroutine four(x)
  real :: x(3)
end subroutine
subroutine same(x)
  real :: x
end subroutine
