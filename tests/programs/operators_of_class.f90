! Operators of objects of CLASS as operands of each other, which lost the components of extensions.
module m
  implicit none
  type :: a
    integer :: x = 0
  contains
    procedure :: inc
    generic :: operator(.i.) => inc
    procedure :: add
    generic :: operator(+) => add
  end type
  type, extends(a) :: b
    integer :: y = 0
  contains
    procedure :: inc => incb
    procedure :: add => addb
  end type
contains
  function inc(s) result(c)
    class(a), intent(in) :: s
    class(a), allocatable :: c
    allocate(c, source=s)
    c%x=c%x+1
  end function
  function incb(s) result(c)
    class(b), intent(in) :: s
    class(a), allocatable :: c
    allocate(c, source=b(s%x+1,s%y+1))
  end function
  function add(l,r) result(c)
    class(a), intent(in) :: l, r
    class(a), allocatable :: c
    allocate(c, source=a(l%x+r%x))
  end function
  function addb(l,r) result(c)
    class(b), intent(in) :: l
    class(a), intent(in) :: r
    class(a), allocatable :: c
    select type (r)
    class is (b)
      allocate(c, source=b(l%x+r%x,l%y+r%y))
    class default
      allocate(c, source=b(l%x+r%x,l%y))
    end select
  end function
  subroutine show(v)
    class(a), intent(in) :: v
    select type (v)
    type is (b); print *, 'b', v%x,v%y
    type is (a); print *, 'a', v%x
    end select
  end subroutine
end module
program p
  use m
  class(a), allocatable :: c, d
  allocate(c, source=b(10,20))
  call show(.i. c)
  call show(.i.(.i. c))
  d = .i.(.i. c)
  call show(d)
  call show(c + (.i. c))
  call show(c + c + c)
  call show(c + (c + c))
  call show((.i. c) + c)
  d = (c+c)+(c+c)
  call show(d)
  deallocate(d); allocate(d, source=b(1,1)+c+c); call show(d) 
end program
