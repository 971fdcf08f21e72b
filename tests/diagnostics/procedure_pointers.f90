! A pointer to a procedure is refused where it is declared. What is assigned to it there was another error (E0265).
program pointers
  implicit none
  abstract interface
    real function operation(x)
      real, intent(in) :: x
    end function
  end interface
  procedure(operation), pointer :: chosen
  integer :: i
  i = 3
  chosen => twice
  print *, i, chosen(2.0)
contains
  real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function
end program
