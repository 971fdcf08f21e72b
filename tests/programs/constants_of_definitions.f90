! Definitions of types with constants that are components of others, and extents that follow from MAX, MOD and the like.
module a
  integer, parameter :: n = max(3, 5), kk = 2*n
  integer, parameter :: nn(3) = [1, 2, 3]
end module
module m
  type :: enum
    integer :: a = 1
    integer :: b = 2
  end type
  type(enum), parameter :: k = enum(b=7)
  type tok
    integer :: kind = k%b
  end type
end module
program p
  use a
  use m
  implicit none
  integer, parameter :: k2 = mod(17, n)**2/kk*10 + abs(-1)
  type t
    real :: e(n)
    real :: f(k2)
    character(min(n, 3)) :: c = 'abcd'
  end type
  type(t), pointer :: st
  type(tok) :: tk
  print *, tk%kind
  allocate (st)
  st%e = 1
  print *, size(st%e), st%c, size(st%f)
end program
