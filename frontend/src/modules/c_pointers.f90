
! What ISO_C_BINDING (Fortran 2018, 18.2) has beside constants. There are no addresses: C_LOC, C_FUNLOC, C_F_POINTER and
! C_F_PROCPOINTER fail where they are reached, so that all pointers are null.
module forlane_c_pointers
  implicit none
  private
  type, public :: c_ptr
    private
    integer(8) :: address
  end type
  type, public :: c_funptr
    private
    integer(8) :: address
  end type
  type(c_ptr), parameter, public :: c_null_ptr = c_ptr(0)
  type(c_funptr), parameter, public :: c_null_funptr = c_funptr(0)
  public :: c_associated, c_loc, c_funloc, c_f_pointer, c_f_procpointer, c_sizeof
  interface c_associated
    module procedure associated_data, associated_procedure
  end interface
contains
  pure logical function associated_data(c_ptr_1, c_ptr_2) result(is)
    type(c_ptr), intent(in) :: c_ptr_1
    type(c_ptr), intent(in), optional :: c_ptr_2
    is = c_ptr_1%address /= 0
    if (present(c_ptr_2)) is = is .and. c_ptr_1%address == c_ptr_2%address
  end function
  pure logical function associated_procedure(c_ptr_1, c_ptr_2) result(is)
    type(c_funptr), intent(in) :: c_ptr_1
    type(c_funptr), intent(in), optional :: c_ptr_2
    is = c_ptr_1%address /= 0
    if (present(c_ptr_2)) is = is .and. c_ptr_1%address == c_ptr_2%address
  end function
  ! Of any type; references to these become other things before this is looked at.
  type(c_ptr) function c_loc(x)
    integer, intent(in) :: x
    c_loc = c_ptr(x)
  end function
  type(c_funptr) function c_funloc(x)
    integer, intent(in) :: x
    c_funloc = c_funptr(x)
  end function
  subroutine c_f_pointer(cptr, fptr, shape)
    type(c_ptr), intent(in) :: cptr
    integer, intent(out) :: fptr
    integer, intent(in), optional :: shape
    fptr = 0
  end subroutine
  subroutine c_f_procpointer(cptr, fptr)
    type(c_funptr), intent(in) :: cptr
    integer, intent(out) :: fptr
    fptr = 0
  end subroutine
  integer(8) function c_sizeof(x)
    integer, intent(in) :: x
    c_sizeof = sizeof(x)
  end function
end module
