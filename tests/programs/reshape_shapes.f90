! SHAPE of RESHAPE as a constructor with arrays among its items: all dimensions but the first had the extent 0.
program p
  implicit none
  real :: x(6)
  integer :: k(2), i
  real, allocatable :: z(:, :, :)
  x = [1., 2., 3., 4., 5., 6.]
  k = [2, 3]
  print *, shape(reshape(x, [1, k]))
  z = reshape(x, [1, [2, 3]])
  print *, shape(z), z
  z = reshape(x, [1, (k(i), i = 1, 2)])
  print *, shape(z), z
  z = reshape(x, [k, 1], order=[k, 1])
  print *, shape(z), z
end program
