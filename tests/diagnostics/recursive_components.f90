! An assignment of objects that have ALLOCATABLE components of their own type overflowed the stack of the compiler.
program p
  type tree
    integer :: v = 0
    type(tree), allocatable :: left, right
  end type
  type(tree) :: a, b
  allocate (a%left)
  b = a
end program
