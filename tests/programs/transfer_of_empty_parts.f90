! An object without components takes no bytes of what is around it.
program p
  type nothing
  end type
  type pair
    type(nothing) :: first
    integer :: n = 7
    type(nothing) :: between
    real :: x = 1.5
  end type
  type(pair) :: a, b
  integer :: words(2)
  print *, storage_size(a), storage_size(a%first)
  words = transfer(a, words)
  print *, words, size(transfer(a, [0]))
  b%n = 0
  b = transfer([9, words(2)], b)
  print *, b%n, b%x
end program
