! WHERE that assigns all of an ALLOCATABLE component in memory: nothing is allocated there.
program masked_components
  implicit none
  type board
    integer, allocatable :: c(:)
  end type
  type(board) :: b(2)
  integer :: k(2) = [1, 2]
  b(1)%c = [5, 6]
  b(2)%c = [7, 8]
  where (k > 1) b(1)%c = k
  print *, b(1)%c
  where (b(1)%c > 2)
    b(1)%c = k + 10
    b(2)%c = b(1)%c
  elsewhere
    b(2)%c = -1
  end where
  print *, b(1)%c, b(2)%c
  b(1)%c = [1, 2, 3]
  print *, b(1)%c
end program
