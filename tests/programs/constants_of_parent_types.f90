! Components of a type that extends one with named constants in its definition, where neither is accessible.
module parents
  implicit none
  private
  integer, parameter :: wide = kind(1.d0)
  real(wide), parameter :: unset = 1.e30_wide
  type :: parent
    real(wide) :: x = -1
    real(wide), allocatable :: f(:)
    real(wide) :: start = unset
  end type
  type, extends(parent), public :: child
    integer, allocatable :: k
  end type
end module
module owners
  use parents, only: child
  implicit none
  type :: owner
    type(child) :: own
    type(child), allocatable :: other
  end type
  type(owner) :: shared
end module
program constants_of_parent_types
  use owners
  implicit none
  type(owner) :: x
  type(owner), allocatable :: several(:)
  allocate (several(2))
  several(2)%own%x = 2
  x%own%f = [several%own%x]
  x%other = x%own
  shared = x
  print *, several%own%x, several(1)%own%start
  print *, shared%own%x, shared%other%start, shared%other%f, allocated(shared%own%k)
end program
