! Dummy functions whose interface says the length of their texts.
module m
contains
  subroutine apply(f)
    interface
      function f(x) result(s)
        real, intent(in) :: x(:)
        character(:), allocatable :: s
      end function
    end interface
    print *, f([1., 2.])//'.'
  end subroutine
  subroutine apply2(f)
    interface
      function f(x)
        real, intent(in) :: x(:)
        character(4) :: f
      end function
    end interface
    print *, f([1., 2.])//'.'
  end subroutine
  function g(x)
        real, intent(in) :: x(:)
        character(4) :: g
    g = 'ab'
  end function
  function h(x) result(s)
        real, intent(in) :: x(:)
        character(:), allocatable :: s
    s = 'abc'
  end function
end
program p
use m
call apply(h)
call apply2(g)
end
