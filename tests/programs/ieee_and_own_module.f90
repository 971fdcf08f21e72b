! A module of the program may have any name that IEEE_ARITHMETIC does not take.
module ieee_intrinsics
  implicit none
  integer :: mine = 3
end module
program ieee_and_own_module
  use, intrinsic :: ieee_arithmetic
  use ieee_intrinsics
  implicit none
  print *, mine, ieee_selected_real_kind(10), ieee_is_nan(1.0)
end program
