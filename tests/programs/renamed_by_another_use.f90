! What one USE of a module renames has no own name by another USE of the same module.
module m
  integer :: x = 1, y = 2
  type t
    integer :: k = 3
  end type
contains
  integer function f()
    f = 7
  end function
end module
module m2
  use m
end module
subroutine s1
  use m, old => x
  use m2
  implicit none
  print *, x, old
end subroutine
subroutine s2
  use m, only: oldy => y, told => t, fold => f
  use m
  implicit none
  real :: y
  type t
    real :: z = 1.5
  end type
  type(t) :: a
  type(told) :: b
  y = 0.5
  print *, y, oldy, x, a%z, b%k, fold(), f()
contains
  integer function f()
    f = 8
  end function
end subroutine
call s1
call s2
end
