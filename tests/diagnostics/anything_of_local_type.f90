! CLASS(*) of a type that a procedure defines, which has no number.
module a_m
  implicit none
contains
  subroutine work(n)
    integer, intent(in) :: n
    type :: own
      integer :: i = 4
    end type
    class(*), pointer :: p
    type(own), target :: o
    p => o
    if (n > 0) print *, associated(p)
  end subroutine
end module
program main
  use a_m
  call work(1)
end program
