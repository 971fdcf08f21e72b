! test: kernel both_sides
! What a function is given for X and for -X is the same but for the sign of a NaN: one call does, and a NaN keeps the
! sign that it has in each. In the third row the product is a NaN, in the last one the argument.
subroutine both_sides(x, scale, right, left, right_bits, left_bits)
  implicit none
  double precision :: x, scale, right, left
  integer(8) :: right_bits, left_bits
  right = bell(x)
  left = bell(-x)
  right_bits = transfer(right, right_bits)
  left_bits = transfer(left, left_bits)
contains
  double precision function bell(y)
    double precision :: y
    bell = exp(scale*y*y)
  end function
end subroutine
