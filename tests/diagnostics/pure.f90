! What PURE and ELEMENTAL procedures can't do. All of this was accepted once.
module pure_module
  real :: outside
contains
  pure subroutine prints(x)
    real, intent(in) :: x
    print *, x
    write (6, *) x
    stop
  end subroutine
  pure subroutine pauses(x, y)
    real :: x
    real, value :: y
    pause
    error stop 'allowed'
  end subroutine
  pure function assigns(x)
    real :: x, assigns
    outside = 1
    assigns = 1
  end function
  pure real function keeps(x)
    real, intent(in) :: x
    real, save :: y
    integer :: n = 0
    keeps = x
  end function
  pure subroutine calls(x)
    real, intent(inout) :: x
    real :: y
    character(9) :: text
    call impure(x)
    call unknown(x)
    x = keeps(x) + impure_function(x)
    write (text, *) x
    read (text, *) y
  end subroutine
  subroutine impure(x)
    real :: x
    x = 1
  end subroutine
  impure elemental real function impure_function(x)
    real, intent(in) :: x
    impure_function = x
    outside = x
  end function
  elemental real function arrays(x)
    real, intent(in) :: x(3)
    arrays = 1
  end function
end module
