! A PURE procedure assigns a component of an element by a name of ASSOCIATE: this was an error that named `%OF29`.
module m
  type :: rec
    real, allocatable :: a(:)
  end type
  type :: dict
    type(rec), allocatable :: r(:)
  end type
contains
  pure subroutine up(self, i, v)
    class(dict), intent(inout) :: self
    integer, intent(in) :: i
    real, intent(in) :: v(:)
    associate (q => self%r(i))
      if (allocated(q%a)) deallocate (q%a)
      q%a = v
      q%a(1) = 9
    end associate
  end subroutine
end module
program p
  use m
  type(dict) :: d
  allocate (d%r(2))
  call up(d, 2, [1., 2.])
  call up(d, 2, [1., 2., 4.])
  print *, d%r(2)%a, allocated(d%r(1)%a)
end program
