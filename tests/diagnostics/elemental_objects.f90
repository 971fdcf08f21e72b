! In WHERE there is no loop over arrays of objects that have arrays.
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
  logical :: n(2)
  print *, is_zero(a)
  print *, is_zero(many)
  where (many%c(1) >= 0)
    n = is_zero(many)
  end where
  print *, n
end program
