! Functions whose result is an ALLOCATABLE scalar of derived type, which were refused (E0284).
module types
  implicit none
  type record
    integer :: k = 5
    character(3) :: c = 'def'
    real :: r(2) = [1., 2.]
  end type
  interface operator(+)
    module procedure sum_of
  end interface
contains
  function new(n) result(r)
    integer, intent(in) :: n
    type(record), allocatable :: r
    allocate (r)
    if (n > 1) r%k = n
    r%c(2:2) = char(96 + n)
  end function
  type(record) function copied(a)
    allocatable copied
    type(record), intent(in) :: a
    copied = a
  end function
  function sum_of(a, b) result(c)
    type(record), intent(in) :: a, b
    type(record), allocatable :: c
    c = a
    c%k = c%k + b%k
    c%r = c%r + b%r
  end function
  subroutine show(a)
    type(record), intent(in) :: a
    print *, a
  end subroutine
end module
program p
  use types
  implicit none
  type(record) :: x, z(2)
  type(record), allocatable :: y
  integer i
  do i = 1, 3
    x = new(i)
    print *, x
  end do
  print *, new(4)
  y = new(5)
  print *, y
  y = copied(x)
  print *, y
  x = x + copied(y) + new(1)
  call show(x)
  call show(copied(x))
  z = new(7)
  z(2) = new(6)
  print *, z
end program
