! What vectorizes anyway.
subroutine axpy(a, x, y)
  implicit none
  double precision :: a, x, y
  y = a*x + y
end subroutine
