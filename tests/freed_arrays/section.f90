! A section whose elements follow one another is passed where it lies.
module m
  implicit none
  integer, allocatable :: a(:, :)
contains
  subroutine s(x)
    integer, intent(inout) :: x(:)
    a = reshape([1, 2], [1, 2]) ! fails: deallocation of a
    x(1) = 7
  end subroutine
end module
program p
  use m
  implicit none
  allocate (a(100, 100))
  call s(a(:, 90))
  print *, 'not reached'
end program
