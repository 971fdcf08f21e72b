! An absent object of an ABSTRACT type is what CLASS(*) points to where it is present.
module absent_anything
  implicit none
  type, abstract :: base
    integer :: i = 4
  end type
  type, extends(base) :: ext
  end type
contains
  subroutine work(x)
    class(base), intent(in), optional, target :: x
    class(*), pointer :: p
    class(*), allocatable :: q
    nullify(p)
    if (present(x)) then
      p => x
      allocate(q, source=x)
    end if
    print *, associated(p), allocated(q)
  end subroutine
end module
program main
  use absent_anything
  type(ext), target :: e
  call work()
  call work(e)
end program
