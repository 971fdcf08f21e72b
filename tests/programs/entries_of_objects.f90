! ENTRY with objects: their components are arguments of it, and local objects have default values at each entry.
module counted
  implicit none
  type :: point
    integer :: k = 3
    real :: r(2) = [1., 2.]
  end type
contains
  subroutine first(n)
    integer, intent(inout) :: n
    type(point), intent(inout) :: o
    integer, intent(in) :: by
    type(point) :: own
    own%k = own%k + n
    n = own%k
    return
    entry second(o, by)
    own%k = own%k + by
    o%k = o%k*own%k
    o%r = o%r + own%r
  end subroutine
end module
program p
  use counted
  implicit none
  type(point) :: x
  integer :: n = 10, i
  do i = 1, 2
    call first(n)
    call second(x, i)
    print *, n, x%k, x%r
  end do
end program
