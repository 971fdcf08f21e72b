! What ISO_FORTRAN_ENV has beside constants.
module info
  use, intrinsic :: iso_fortran_env, only: dp => real64, version => compiler_version, compiler_options, output_unit
  implicit none
contains
  subroutine header
    real(dp) :: x
    write (output_unit, '(a, l2)') 'by ' // merge('someone', 'no one ', len(version()) > 0), len(compiler_options()) >= 0
    x = 1
    print *, kind(x), index(version(), ' ') > 1
  end subroutine
end module
program t
  use iso_fortran_env
  use iso_c_binding, only: c_int, c_ptr, c_null_ptr, c_associated
  use info, only: header
  implicit none
  integer(c_int) :: i
  type(c_ptr) :: p
  p = c_null_ptr
  i = 3
  call header
  print *, i, c_associated(p), compiler_version() == compiler_version(), int8
end program
