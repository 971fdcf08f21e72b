! TRANSFER, STORAGE_SIZE and SIZEOF of objects: as gfortran has them in memory, gaps included.
module types
  implicit none
  type point
    integer :: n = 1
    real(8) :: x = 2.5d0
    integer(2) :: s(3) = [1_2, 2_2, 3_2]
    character(5) :: c = 'abcde'
    logical(1) :: l = .true.
    complex :: z = (1.0, -1.0)
  end type
  type flat
    integer :: a, b(2, 2)
  end type
  type, extends(flat) :: longer
    integer(8) :: w = 9
  end type
  type nested
    type(flat) :: f
    integer(1) :: k = 5
  end type
  type many
    type(nested) :: list(3)
    real(8) :: y
  end type
end module
program images_of_objects
  use types
  type(point) :: p, q
  type(flat) :: f, g
  type(longer) :: o
  type(nested) :: m, m2
  type(many) :: all
  type(flat) :: array(4)
  integer(1), allocatable :: bytes(:)
  integer(1) :: none(1)
  integer :: numbers(5), i
  real :: r(5)
  print *, storage_size(p), storage_size(f), storage_size(o), storage_size(m), storage_size(all), storage_size(array)
  print *, sizeof(p), sizeof(f), sizeof(o), sizeof(m), sizeof(all), sizeof(array), sizeof(array(2:3))
  print *, storage_size(p, kind=8), kind(storage_size(p, 8)), kind(storage_size(1.0, kind=2)), storage_size('abc', 8)
  bytes = transfer(p, none)
  print *, size(bytes), bytes(1:4), bytes(17:22), bytes(23:27), bytes(28)
  q = transfer(bytes, q)
  print *, q%n, q%x, q%s, q%c, q%l, q%z
  f = flat(1, reshape([2, 3, 4, 5], [2, 2]))
  numbers = transfer(f, numbers)
  print *, numbers, transfer(f, 1), transfer(f, numbers, 3)
  g = transfer([10, 20, 30, 40, 50], g)
  print *, g%a, g%b
  g = transfer([(real(i), i = 1, 5)], f)
  r = transfer(g, r); print *, r
  o = longer(1, f%b, 77_8)
  numbers = transfer(o, numbers, 5); print *, numbers
  m%f = f
  m2 = transfer(transfer(m, none), m2); print *, m2%f%a, m2%f%b, m2%k
  print *, hash(transfer(f, none)), transfer(g, f)
contains
  integer function hash(key)
    integer(1), intent(in) :: key(:)
    integer :: i
    hash = 7
    do i = 1, size(key)
      hash = mod(hash*31 + key(i), 1000003)
    end do
  end function
end program
