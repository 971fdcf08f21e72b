! The arrays of kinds of ISO_FORTRAN_ENV. Those that forlane has are the first of gfortran's.
module numbers
  use iso_fortran_env, only: integer_kinds, floats => real_kinds
  implicit none
  integer, parameter :: least = integer_kinds(1), wide = floats(2)
  integer(least) :: i = 100
end module
program environment_kinds
  use numbers
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: kinds(4) = logical_kinds(:4)
  real(wide) :: x = 1
  real(kind=real_kinds(1)) :: y = 2
  integer :: j
  print *, character_kinds(1), integer_kinds(1:4), floats(:2), kinds
  print *, kind(x), kind(y), kind(i), any(real_kinds == real64), any(integer_kinds == 3), size(character_kinds) > 0
  print *, (integer_kinds(j), j = 2, 4), minval(real_kinds), lbound(integer_kinds), count(logical_kinds <= 8)
contains
  integer function first()
    first = integer_kinds(1)
  end function
end program
