! Intrinsic functions with objects of derived type as arguments: what is refused by name, and what is wrong. TRANSFER, MOD
! and others took the components as arguments of their own. An error in what is done for each component is reported once.
program p
  implicit none
  type pair
    integer :: k = 3, l = 4
  end type
  type other
    integer :: k = 3, l = 4
  end type
  type list
    integer, allocatable :: v(:)
  end type
  type box
    integer :: a(2) = 0
  end type
  type(pair) :: x(3), y
  type(other) :: z
  type(list) :: u, v
  type(box) :: b(2)
  integer :: i, n(2, 2)
  integer, allocatable :: extents(:)
  print *, mod(y), max(y), sqrt(z)
  print *, iand(y, 1), findloc(x, y)
  y = merge(y, z, .true.)
  y = merge(y, 3, .true.)
  x = cshift(x, y)
  x = eoshift(x, 1)
  x = merge(1, 2, y)
  print *, transfer(y, 1)
  y = transfer([1, 2], y)
  print *, storage_size(y), sizeof(y)
  x = reshape(x, extents)
  u = merge(u, v, .true.)
  b = merge(b(1), b, [.true., .false.])
  x = pack(x)
  ! Each PACK repeats its argument.
  b = &
    pack(pack(pack(pack(pack(pack( &
    pack(pack(pack(pack(pack(pack( &
    pack(pack(pack(pack(pack(pack( &
    b &
    , .true.), .true.), .true.), .true.), .true.), .true.) &
    , .true.), .true.), .true.), .true.), .true.), .true.) &
    , .true.), .true.), .true.), .true.), .true.), .true.)
end program
