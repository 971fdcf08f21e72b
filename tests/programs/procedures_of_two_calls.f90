! One internal procedure is passed for two dummy procedures, each time of another call of its host.
module two_calls
  implicit none
  abstract interface
    function value()
      integer :: value
    end function
  end interface
contains
  subroutine outer(n, depth)
    integer, intent(in) :: n, depth
    call both(mine, mine)
    if (depth > 0) call inner_one(n + 5)
  contains
    function mine()
      integer :: mine
      mine = n * 10
    end function
    subroutine inner_one(k)
      integer :: k
      call both(mine, mine)
      print *, k
    end subroutine
  end subroutine
  subroutine both(f, g)
    procedure(value) :: f, g
    print *, f() + 1, g() + 2
  end subroutine
  recursive subroutine test (level, current, previous)
    integer, intent(in) :: level
    procedure(value), optional :: previous, current
    if (present (current)) print *, 'c', level, current()
    if (present (previous)) print *, 'p', level, previous()
    if (level == 6) return
    if (present (current)) then
      call test (level + 1, mylevel, current)
    else
      call test (level + 1, mylevel)
    end if
  contains
    function mylevel ()
      integer :: mylevel
      mylevel = level
    end function
  end subroutine
end module
program procedures_of_two_calls
  use two_calls
  call outer(1, 1)
  call test(1)
end program
