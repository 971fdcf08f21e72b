! The bounds of an array whose declaration is not settled when a constant asks for them: the constants, and all statements
! with them, vanished without a word.
program bounds_in_constants
  implicit none
  integer, parameter :: n = 2
  integer, dimension(1 - min(n, 2)/2:n) :: a
  real :: f(10, 3, 4:7)
  integer, parameter :: low = lbound(a, 1), high = ubound(a, 1)
  integer, parameter :: tops(3) = ubound(f), all = size(f)
  save f
  print *, low, high, tops, all
  call inner(3)
contains
  subroutine inner(m)
    integer, intent(in) :: m
    integer :: b(-1:5)
    integer, parameter :: k = size(b)
    real :: c(k)
    c = m
    print *, size(c), sum(c)
    block
      integer :: d(0:k)
      integer, parameter :: e = ubound(d, 1)
      print *, e
    end block
  end subroutine
end program
