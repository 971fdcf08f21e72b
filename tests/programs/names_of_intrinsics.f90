! Variables and procedures with the names of intrinsic procedures, around pointers, ALLOCATABLE components and texts of
! deferred length, for which statements are made that need these procedures; external functions with such names that take
! objects.
module holders
  implicit none
  type holder
    integer, allocatable :: list(:)
    character(:), allocatable :: text
    real, pointer :: at(:) => null()
  end type
contains
  subroutine with_variables(n, h, d, size)
    integer, intent(in) :: n
    type(holder), intent(inout) :: h
    integer, allocatable, intent(out) :: d(:, :)
    integer, intent(in) :: size(2)
    integer :: max(0:9, 0:9), min, int, merge, allocated, lbound, len, present, reshape, repeat, transfer, ubound
    integer, target :: whole(2, 3)
    integer, pointer :: part(:, :)
    type(holder) :: several(2)
    max = 7
    min = 1; int = 2; merge = 3; allocated = 4; lbound = 5; len = 6; present = 7; reshape = 8; repeat = 9
    transfer = 10; ubound = 11
    whole = 3
    whole(2, 2) = 4
    part => whole(:, 1:n - 1)
    print *, part
    allocate (d(size(1), size(2)))
    d = part
    allocate (h%at(n))
    h%at = int
    several(1) = h
    several(2)%text = 'second'
    several = several(2:1:-1)
    print *, several(1)%text, several(2)%list, several(2)%at
    h%text = h%text // several(1)%text
    print *, min, int, merge, allocated, lbound, len, present, reshape, repeat, transfer, ubound, max(9, 9)
  end subroutine
end module

program main
  use holders
  implicit none
  integer, external :: shape, storage_size
  type(holder) :: h
  integer, allocatable :: d(:, :)
  real, target :: g(5) = [1, 2, 3, 4, 5]
  real, pointer :: p(:)
  h%list = [1, 2, 3]
  h%text = 'first'
  call with_variables(3, h, d, [2, 2])
  print *, d, h%text, h%at
  call with_procedures(2)
  print *, shape(h), 1 + storage_size(h, 2)
contains
  subroutine with_procedures(n)
    integer, intent(in) :: n
    p => g(2:n + 2)
    print *, p, max(n), size(n), lbound(n)
  end subroutine
  integer function max(i)
    integer, intent(in) :: i
    max = -i
  end function
  integer function size(i)
    integer, intent(in) :: i
    size = -10*i
  end function
  integer function lbound(i)
    integer, intent(in) :: i
    lbound = -100*i
  end function
end program

integer function shape(h)
  use holders
  type(holder) :: h
  shape = 100*size(h%list)
end function

integer function storage_size(h, k)
  use holders
  type(holder) :: h
  integer :: k
  storage_size = k*len(h%text)
end function
