module limits
  implicit none
  integer, parameter :: sizes(3) = [10, 20, 30]
end module

program wrong
  use limits
  implicit none
  integer :: i
  real, parameter :: a(2) = [1.0, 2.0, 3.0]
  integer, parameter :: b(:) = [1, 2]
  integer, parameter :: c(*) = 5
  integer, parameter :: d(2) = [i, 2]
  integer, parameter :: e(2) = [1, 2], f = e(3)
  real, parameter :: g(2, 2) = reshape([1.0, 2.0], [2, 2])
  integer, parameter :: h(3) = e + sizes
  integer :: k
  equivalence (k, e)
  sizes(1) = 4
  e = 0
  read *, sizes
  read *, e(1)
  call change(e)
contains
  subroutine change(x)
    integer, intent(inout) :: x(2)
    x = x + 1
  end subroutine
end program
