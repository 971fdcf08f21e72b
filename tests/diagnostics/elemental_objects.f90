! An elemental procedure of objects that have arrays takes no arrays of them yet.
module vectors
  type vector
    real :: c(3) = 0
  end type
contains
  elemental logical function is_zero(a)
    type(vector), intent(in) :: a
    is_zero = all(a%c == 0)
  end function
end module
program p
  use vectors
  type(vector) :: a, many(2)
  print *, is_zero(a)
  print *, is_zero(many)
end program
