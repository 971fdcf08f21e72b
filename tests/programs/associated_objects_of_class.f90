! ASSOCIATE of objects of CLASS: calls went to the procedures of the declared type.
module m
  type :: a
    integer :: x = 0
  contains
    procedure :: f
  end type
  type, extends(a) :: b
    integer :: y = 0
  contains
    procedure :: f => fb
  end type
  type :: h
    class(a), allocatable :: k(:)
  end type
contains
  integer function f(s)
    class(a), intent(in) :: s
    f = s%x
  end function
  integer function fb(s)
    class(b), intent(in) :: s
    fb = -s%y
  end function
end module
program p
  use m
  class(a), allocatable :: c
  type(h) :: q(2)
  type(b) :: t
  allocate(c, source=b(1,2))
  allocate(q(2)%k(2), source=[b(3,4),b(5,6)])
  associate (z => c, w => q(2)%k(2), v => q(2)%k, n => c%f())
    print *, z%f(), w%f(), v(1)%f(), n, size(v)
    z%x = 9
  end associate
  associate (z => t)
    z%y = 4
    print *, z%f()
  end associate
  print *, c%x
end program
