! Elemental procedures of objects that have arrays: a component that is an array was taken for an array argument.
module vectors
  implicit none
  type vector
    real :: c(3) = 0
    integer :: id = -1
  end type
  interface operator(==)
    module procedure same
  end interface
  interface operator(+)
    module procedure add
  end interface
contains
  elemental logical function same(a, b)
    type(vector), intent(in) :: a, b
    same = all(a%c == b%c)
  end function
  pure elemental function add(a, b) result(sum)
    type(vector), intent(in) :: a, b
    type(vector) :: sum
    sum%c = a%c + b%c
    sum%id = max(a%id, b%id)
  end function
  impure elemental subroutine scale(a, by)
    type(vector), intent(inout) :: a
    real, intent(in) :: by
    print *, 'scaling', a%id
    a%c = by*a%c
  end subroutine
end module
program p
  use vectors
  implicit none
  type(vector) :: a, b, both(2)
  integer :: i
  a = vector([1.0, 2.0, 3.0], 1)
  b%c(2) = 5
  both = [a, b]
  print *, a == b, a == a, same(both(1), a)
  print *, a + b
  call scale(both(1), 2.0)
  do i = 1, 2
    print *, both(i)%c, both(i)%id
  end do
end program
