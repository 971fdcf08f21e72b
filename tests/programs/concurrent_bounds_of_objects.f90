! Bounds of DO CONCURRENT that call procedures bound to the types of objects.
module counters
  type counter
    integer :: a = 3
  contains
    procedure :: next
  end type
  type, extends(counter) :: other
  end type
contains
  pure integer function next(self, by)
    class(counter), intent(in) :: self
    integer, intent(in) :: by
    next = self%a + by
  end function
end module
program concurrent_bounds_of_objects
  use counters
  class(counter), allocatable :: o
  integer :: b(3, 9), i, k
  allocate (other :: o)
  b = 0
  do concurrent (i = 1:3, k = o%next(-2):9:o%next(-1), i /= 2)
    b(i, k) = 10*i + k
  end do
  print '(9i4)', (b(i, :), i = 1, 3)
  do concurrent (k = o%next(0):o%next(2))
    b(:, k) = k
  end do
  print '(9i4)', (b(i, :), i = 1, 3)
end program
