! MAX and MIN of NaN and of zeros of both signs: gfortran exchanges the operands before a constant and before ABS.
program min_max
  implicit none
  double precision :: v(5)
  integer :: i, j
  v(1) = 0
  v(1) = v(1) / v(1)
  v(2) = 1
  v(3) = -0d0
  v(4) = 0
  v(5) = -3
  do i = 1, 5
    do j = 1, 5
      call double(v(i), v(j))
      call single(real(v(i)), real(v(j)))
      call nested(v(i), v(j))
    end do
  end do
end program

subroutine double(x, y)
  implicit none
  double precision :: x, y, p, zero, a(3)
  parameter (p = 0.75d0, zero = 0d0)
  a(2) = x
  print *, max(x, y), min(x, y), max(x, 0.5d0), min(x, 0.5d0), max(0.5d0, x), min(0.5d0, x)
  print *, max(x, p), min(p, x), max(zero, x), max(x, zero), min(x, -zero), max(x, (p)), min(x, -0.5d0)
  print *, max(x, 1.5d0, y), min(x, y, x), max(p, x, 0.25d0), min(p, x, y), max(x, p, 2 * p), max(a(2), p + 1)
  print *, max(x + 1, 1d0), min(1d0, y + 1), max(abs(x), 1d0), max(1d0, abs(x)), min(abs(x), abs(y)), max(y, abs(x))
  print *, max(x, dble(2)), sqrt(max(x, zero)), abs(min(x, zero)), -max(x, p), max((max(x, p)), 2d0)
end subroutine

subroutine single(x, y)
  implicit none
  real :: x, y, p
  parameter (p = 0.75)
  print *, max(x, y), min(x, y), max(x, 0.5), min(x, 0.5), max(0.5, x), amax1(x, 0.5), amin1(0.5, x)
  print *, max(x, p, y), min(p, x, 1.0), max(1.0, abs(x)), min(abs(y), abs(x)), max(x + y, p)
end subroutine

subroutine nested(from_x, from_y)
  implicit none
  double precision :: from_x, from_y, x, y
  x = from_x
  y = from_y
  print *, max(0d0, min(1d0, x)), min(1d0, max(0d0, x)), max(min(x, 1d0), 0d0), min(max(x, 0d0), 1d0)
  print *, max(min(x, y), 0.5d0), max(0.5d0, min(x, y)), max(max(x, 0.5d0), y), max(y, min(x, 0.5d0))
end subroutine
