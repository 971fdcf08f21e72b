! An array that gets the bounds of a component whose element it chooses itself: the subscript is read before the array is
! allocated anew.
program p
  implicit none
  type :: t
    integer, allocatable :: a(:)
    integer :: c(0:2) = 5
  end type
  type(t) :: x(3), h(3)
  integer, allocatable :: v(:)
  x(2)%a = [7, 8, 9, 10]
  deallocate (x(2)%a); allocate (x(2)%a(-1:2)); x(2)%a = [7, 8, 9, 10]
  h(3)%c = [1, 2, 3]
  v = [2, 3]
  v = x(v(1))%a
  print *, lbound(v), v
  v = [1, 3, 3, 3, 3]
  v = h(v(size(v)))%c
  print *, lbound(v), v
end program
