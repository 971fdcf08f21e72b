! Objects that hold objects of their own type are copied by a procedure beside their type, which can't be in one that
! is internal.
program p
  call inner
contains
  subroutine inner
    type tree
      integer :: v = 0
      type(tree), allocatable :: left, right
    end type
    type(tree) :: a, b
    allocate (a%left)
    b = a
  end subroutine
end program
