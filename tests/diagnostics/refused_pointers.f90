! What pointers can't be, and what can't be a target.
module refused
  implicit none
  type node
    integer :: value
    real, allocatable :: rest(:)
    type(node), pointer :: next
  end type
  character(:), pointer :: texts(:)
  procedure(real), pointer :: f => null()
end module
program p
  implicit none
  integer :: i, v(3)
  integer, target :: t(3)
  integer, pointer :: one, all(:), array(3)
  real, pointer :: other
  pointer (address, pointee)
  type leaf
    type(leaf), pointer :: next
    type(unknown), pointer :: also
  end type
  type(leaf) :: object
  complex, target :: parts(3)
  real, pointer :: matter(:)
  character(4), target :: words(3)
  character(2), pointer :: word(:)
  integer, target :: square(3, 2)
  integer, pointer :: square_of(:, :)
  one => i
  all => v
  all => t([1, 3])
  other => t(1)
  one => t
  i => t(2)
  nullify (i)
  all(1:2, 1:2) => t
  print *, associated(i), associated(one, i)
  print *, null()
  print *, object
  matter => parts%re
  word => words(:)(2:3)
  all(1:4) => square(1:2, :)
  print *, size(square_of, 3)
end program
