! A module is resolved after those that its interface bodies use.
module base
  integer, parameter :: ip = 4
end module
module kinds
  use base
  integer, parameter :: rp = 8
end module
module b
  interface
    function dn(x)
      use kinds, only: rp
      real(rp) :: dn
      real(rp), intent(in) :: x
    end function
  end interface
  abstract interface
    subroutine with_pointer(p)
      use iso_c_binding
      type(c_ptr), value :: p
    end subroutine
  end interface
end module
function dn(x)
  use kinds, only: rp
  real(rp) :: dn
  real(rp), intent(in) :: x
  dn = 2*x
end function
program p
  use b
  print *, dn(3d0)
end program
