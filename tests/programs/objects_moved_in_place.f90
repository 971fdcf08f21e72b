! Functions of arrays of objects with ALLOCATABLE components whose values are assigned to their own argument.
program p
  implicit none
  type :: t
    integer, allocatable :: v(:)
  end type
  type(t), allocatable :: c(:), d(:)
  integer :: i
  allocate (c(3))
  c(1)%v = [1]
  c(2)%v = [2, 2]
  c(3)%v = [3]
  d = c
  c = cshift(c, 1)
  print *, (c(i)%v, i=1, 3)
  c = pack(c, [.true., .false., .true.])
  print *, size(c), c(1)%v, c(2)%v
  d = eoshift(d, 1, d(1))
  print *, (d(i)%v, i=1, 3)
  d = spread(d(2), 1, 2)
  print *, size(d), d(1)%v, d(2)%v
  d(1)%v = [7, 8]
  print *, d(1)%v, d(2)%v, 1.e2, 1.eq.2
end program
