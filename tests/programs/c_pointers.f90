! C_PTR and what belongs to it in ISO_C_BINDING were not defined. C_LOC and C_F_POINTER fail where they are reached, which
! is never here. Kinds of the module are known without ONLY, too: a pointer to INTEGER(C_INT) was refused.
module handles
  use, intrinsic :: iso_c_binding
  implicit none
  type handle
    type(c_ptr) :: p = c_null_ptr
    type(c_funptr) :: f
    integer(c_int) :: n = 3
  end type
  interface
    type(c_ptr) function make(n) bind(c, name='make')
      import c_ptr, c_int
      integer(c_int), value :: n
    end function
    subroutine drop(p) bind(c)
      use iso_c_binding, only: ptr => c_ptr
      type(ptr), value :: p
    end subroutine
  end interface
contains
  subroutine s(x, h)
    real(c_double), intent(inout) :: x
    type(handle), intent(inout) :: h
    x = x + h%n
    if (x < 0) then
      h%p = c_null_ptr
    end if
  end subroutine
  logical function is_open(h)
    type(handle), intent(in) :: h
    is_open = c_associated(h%p)
  end function
end module
subroutine external(p, l)
  use iso_c_binding, only: c_ptr, c_associated, null => c_null_ptr, c_sizeof, c_int
  type(c_ptr), intent(in) :: p
  logical, intent(out) :: l
  integer(c_int) :: x(3)
  l = c_associated(p) .or. c_associated(p, null)
  print *, c_sizeof(x), c_sizeof(1d0)
end subroutine
program main
  use handles
  implicit none
  interface
    subroutine external(p, l)
      import c_ptr
      type(c_ptr), intent(in) :: p
      logical, intent(out) :: l
    end subroutine
  end interface
  type(handle) :: h
  type(c_ptr) :: a(2), b
  real(c_double) :: y
  integer(c_int), target :: i = 3
  integer(c_int), pointer :: q
  logical :: l
  y = 2
  call s(y, h)
  a = c_null_ptr
  b = a(1)
  h%f = c_null_funptr
  print *, y, is_open(h), c_associated(a(2)), c_associated(b, a(1)), c_associated(h%f)
  call external(b, l)
  print *, l
  if (y > 0) then
    if (y > 100) b = c_loc(i)
    if (y > 100) call c_f_pointer(b, q)
  end if
  print *, 'end'
end program
