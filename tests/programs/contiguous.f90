! CONTIGUOUS in declarations and as a statement.
module sums
  implicit none
contains
  real function total(x, y, z)
    real, intent(in), contiguous :: x(:)
    real :: y(:), z(:, :)
    contiguous :: y, z
    total = sum(x) + 2*sum(y) + 3*sum(z)
    y = y + 1
  end function
end module
program contiguous_arrays
  use sums
  implicit none
  real, target :: t(4) = [1., 2., 3., 4.]
  real, pointer, contiguous :: p(:)
  real, pointer :: q(:)
  contiguous q
  integer contiguous
  p => t
  q => t(2:3)
  print *, total(p, q, reshape(t, [2, 2])), t
  print *, total(t(1:4:2), t(::3), reshape(t(2:3), [1, 2])), t
  contiguous = 3
  print *, contiguous
end program
