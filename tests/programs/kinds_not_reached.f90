! Procedures with kinds of 16 bytes stop a program only where they are reached.
module m
  interface twice
    module procedure td, tq
  end interface
contains
  function td(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = 2*x
  end function
  function tq(x) result(y)
    real(16), intent(in) :: x
    real(16) :: y
    y = 2*x + 2.5Q0 + 1.0_16
  end function
  subroutine unreached
    real(16) :: x, z(3)
    integer(16) i
    x = 1; z = 2; i = 3
    print *, x, z, i
  end subroutine
end module
program p
  use m
  print *, twice(1.5d0)
end program
