! An object that is assigned a part of what it owns, which has nothing of its own: it is copied before it is freed.
module trees
  implicit none
  type node
    integer :: key = 0
    real :: weights(2) = 1
    type(node), allocatable :: kids(:)
  end type
end module

program main
  use trees
  implicit none
  type(node) :: a, b
  allocate (a%kids(3))
  a%key = 1
  a%kids%key = [11, 12, 13]
  a%kids(2)%weights = [2, 3]
  b = a
  b = b%kids(2)
  print *, b%key, b%weights, allocated(b%kids)
end program
