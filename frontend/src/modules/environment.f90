! What ISO_FORTRAN_ENV (Fortran 2018, 16.10.2) has beside constants.
module forlane_environment
  implicit none
  private
  public :: compiler_version, compiler_options
contains
  pure function compiler_version() result(text)
    character(:), allocatable :: text
    text = 'forlane @version@'
  end function
  pure function compiler_options() result(text)
    character(:), allocatable :: text
    text = ''
  end function
end module
