module a
 use b
end module
module b
 use c, only : x, nix => y
end module
module c
 use a
contains
 subroutine s(x)
  real, intent(in) :: x
  x = 3
 end
end module
module d
 integer, private :: secret
 integer, protected :: p = 3
 integer, public :: q
 contains
 subroutine setp
  p = 4
 end
end module
subroutine u
 use d
 use iso_c_binding
 use nowhere, only: zz
 implicit none (type, external)
 interface
  subroutine ext(x, n)
   import
   real(c_double) :: x
   integer n
  end subroutine
  function fun(x)
   real x, fun
  end
 end interface
 integer q
 p = 4
 call setp
 call setp(1)
 print *, secret
 call ext(1.0, 2)
 call ext(1.0d0)
 call other
 print *, fun(1), zz
end
