! An object without components takes no place in COMMON, neither by itself nor in what is around it.
program p
  type nothing
    sequence
  end type
  type pair
    sequence
    type(nothing) :: first
    integer :: n
    type(nothing) :: between
    real :: x
  end type
  type(pair) :: a
  integer :: last
  common /block/ a, last
  a%n = 7
  a%x = 1.5
  last = 3
  call words
  print *, a%n, a%x, last
end program
subroutine words
  integer :: all(3)
  common /block/ all
  print *, all
  all = [8, all(2), 4]
end subroutine
