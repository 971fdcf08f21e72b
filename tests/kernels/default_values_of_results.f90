! test: kernel search
! A function whose first statement gives the derived type, with default values that only some rows change; and an
! INTENT(OUT) argument that a statement declares. Both began without their default values.
module records
  implicit none
  type record
    real(8) :: sum = 100d0
    integer :: count = 50
  end type
contains
  type(record) function start(x)
    real(8), intent(in) :: x
    if (x > 0) start%sum = x
    if (x > 1) start%count = 2
  end function
  subroutine restart(x, r)
    intent(out) r
    type(record) r
    real(8), intent(in) :: x
    if (x < 0) r%count = r%count + 1
  end subroutine
end module
subroutine search(x, total, n, again)
  use records
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: total
  integer, intent(out) :: n, again
  type(record) :: r
  r = start(x)
  total = r%sum
  n = r%count
  call restart(x, r)
  total = total + r%sum
  again = r%count
end subroutine
