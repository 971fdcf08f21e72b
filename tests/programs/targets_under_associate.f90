! What ASSOCIATE names stays while a call makes targets.
module m
  type :: a
    integer :: x = 1
  end type
  type, extends(a) :: b
  end type
contains
  function f(s) result(c)
    class(a), intent(in) :: s
    class(a), allocatable :: c
    allocate(c, source=s)
  end function
  subroutine grow(s, n)
    integer, intent(in) :: n
    class(a), intent(in) :: s
    class(a), pointer :: p
    integer :: i
    do i=1,n
      allocate(p, source=s)
    end do
    print *, s%x, p%x
  end subroutine
end module
program p
  use m
  class(a), allocatable :: c
  class(a), pointer :: q
  allocate(c, source=b(5)); allocate(q, source=b(6))
  call grow(c, 100); call grow(q, 1000); call grow(b(7), 3000)
  call grow(f(c), 10000)
  associate (z => f(c))
    call grow(z, 100000)
  end associate
end program
