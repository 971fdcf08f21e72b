! KIND of a variable says the kind of literals; a generic reference with such literals was refused.
module by_kind
  implicit none
  interface which
    procedure single, double
  end interface
contains
  integer function single(x)
    real, intent(in) :: x
    single = 4
  end function
  integer function double(x)
    double precision, intent(in) :: x
    double = 8
  end function
end module
program kinds_of_variables
  use by_kind
  use ieee_arithmetic
  implicit none
  real :: x
  double precision :: y(2)
  integer, parameter :: s = kind(x), d = kind(y), e = ieee_selected_real_kind(10)
  real(ieee_selected_real_kind(p=7)) :: z
  print *, which(1.5_s), which(1.5_d), which(-0._d), kind(z), e
  print *, ieee_is_finite(0.2_s), ieee_is_normal(tiny(0._d)/4), ieee_support_datatype(0._d)
end program
