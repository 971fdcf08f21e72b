! Initial values, and constants, whose ALLOCATABLE components are null or not given, at any depth.
module parts
  implicit none
  type part
    integer :: x = 1
    integer, allocatable :: y
    integer, allocatable :: z(:)
  end type
  type whole
    real :: r
    type(part) :: i
  end type
  type(part) :: shared = part(2, null(), null())
  type(part), parameter :: fixed = part(x=7, z=null())
end module
program initial_values_unallocated_in_part
  use parts
  implicit none
  type(part) :: own = part(3), copied
  type(whole) :: nested = whole(1.5, part(4, z=null()))
  type(whole) :: array(2)
  print *, shared%x, allocated(shared%y), allocated(shared%z)
  print *, own%x, allocated(own%y), allocated(own%z)
  print *, nested%r, nested%i%x, allocated(nested%i%y), allocated(nested%i%z)
  allocate (nested%i%z(3), source=5)
  shared = nested%i
  print *, shared%x, allocated(shared%y), allocated(shared%z), shared%z
  copied = fixed
  print *, fixed%x, copied%x, allocated(copied%y), allocated(copied%z)
  array = [whole(1., part(2)), whole(3., part(4, null()))]
  print *, array%i%x, array%r
end program
