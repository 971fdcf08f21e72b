! Structure constructors in WHERE constructs, where components have their default values.
program p
  implicit none
  type pt
    integer :: x = 0
    real :: y = 2
  end type
  type(pt) :: a(3)
  a%x = [1, 5, 2]
  where (a%x > 3)
    a = pt(0)
  end where
  print *, a%x, a%y
end program
