! A definition without its interface may give names of the interface another meaning; letters do not imply types in a
! submodule as they do in its module. Parent components by names of USE, empty parents, substrings in arrays of objects.
module first
  implicit none
  integer, parameter :: n = 3
  type base
    integer :: x = 1
  end type
  type, abstract :: nothing
  end type
  type, extends(nothing) :: named
    character(8) :: nm = 'abcdefgh'
    integer :: i = 5
  end type
  interface
    module function f(x) result(r)
      real, intent(in) :: x
      real :: r(n)
    end function
    module subroutine s(a)
      type(base), intent(inout) :: a
    end subroutine
    module subroutine implied(b)
      real, intent(out) :: b
    end subroutine
  end interface
end module
submodule (first) second
  dimension y(3)
contains
  module procedure f
    integer :: n
    do n = 1, 3
      r(n) = x*n
    end do
  end procedure
  module procedure s
    type :: base
      real :: y = 2.5
    end type
    type(base) :: l
    a%x = int(l%y*4)
  end procedure
  module procedure implied
    do i = 1, 3
      y(i) = i + 0.5
    end do
    b = sum(y)
  end procedure
end submodule
module third
  use first, root => base
  implicit none
  type, extends(root) :: leaf
    integer :: k = 2
  end type
end module
program p
  use third
  implicit none
  type(root) :: a
  type(leaf) :: l
  type(named) :: z(2), o
  real :: b
  call s(a)
  call implied(b)
  print *, f(2.), a%x, b
  l%root%x = 7
  print *, l%x, l%root%x, l%k
  print *, z%nm(1:2), z(:)%nm(3:4), z%i
  z%nm(2:2) = 'Q'
  print *, z%nm, o
end program
