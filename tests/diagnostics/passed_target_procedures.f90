! A procedure that points to a dummy argument with TARGET gets its place in the stores, of which a dummy procedure's
! interface says nothing: that was a call with too few arguments.
module m
  integer, pointer :: p
contains
  subroutine points(x)
    integer, target :: x
    p => x
  end subroutine
  subroutine apply(f, y)
    interface
      subroutine f(x)
        integer, target :: x
      end subroutine
    end interface
    integer, target :: y
    call f(y)
  end subroutine
end module
program q
  use m
  integer, target :: i
  call apply(points, i)
end program
