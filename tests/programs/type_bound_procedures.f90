! A type with procedures of its own is refused where it is reached; what has nothing to do with it runs. CONTAINS of the
! module was taken for one of the type, and an argument of a refused type for none.
module bound
  type counter
    integer :: n = 1
  contains
    procedure :: next
  end type
contains
  subroutine next(self)
    class(counter), intent(inout) :: self
    self%n = self%n + 1
  end subroutine
  subroutine ignore(c)
    type(counter), intent(in) :: c
    print *, 'ignored'
  end subroutine
  subroutine use_it
    type(counter) :: c
    call c%next
    print *, c%n
  end subroutine
  integer function plain(i)
    plain = 2*i
  end function
end module
program p
  use bound
  print *, plain(21)
  if (plain(1) == 3) call use_it
end program
