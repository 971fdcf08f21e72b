! ALLOCATE of objects with STAT and SOURCE or MOLD; elemental functions of derived type with any arrays.
module m
  implicit none
  type pt
    integer :: x = 3
    real :: r(2) = 1
  end type
  type owner
    integer, allocatable :: v(:)
  end type
contains
  elemental function make(n) result(c)
    integer, intent(in) :: n
    type(pt) :: c
    c%x = n
    c%r(2) = n
  end function
end module
program p
  use m
  implicit none
  type(pt) :: a(2)
  type(pt), allocatable :: b(:), c
  type(owner) :: from
  type(owner), allocatable :: to
  integer :: ios, k(2) = [5, 6]
  character(60) :: msg
  a%x = [7, 8]
  allocate (b, source=a, stat=ios)
  print *, ios, b%x, b(1)%r
  msg = 'unchanged'
  b%x = 0
  allocate (b, source=a, stat=ios, errmsg=msg)
  print *, ios /= 0, b%x, trim(msg)
  allocate (c, mold=a(1), stat=ios)
  print *, ios, c%x
  from%v = [1, 2, 3]
  allocate (to, source=from, stat=ios)
  print *, ios, to%v
  a = make([5, 6])
  print *, a%x, a(2)%r
  a = make(k + 1)
  print *, a%x
  b = make(abs([-1, -2, -3]))
  print *, size(b), b%x
  call show(make(k([2, 1]) * 2))
  associate (q => make([9, 10]))
    print *, q%x
  end associate
contains
  subroutine show(q)
    type(pt), intent(in) :: q(:)
    print *, size(q), q%x
  end subroutine
end program
