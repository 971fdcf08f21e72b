! Procedures that are not declared RECURSIVE pass themselves, and point to themselves; a procedure pointer component
! has a procedure that comes by USE as initial target; objects that a vector subscript chooses are written.
module events
  implicit none
  abstract interface
    subroutine action(n)
      integer, intent(in) :: n
    end subroutine
  end interface
  procedure(action), pointer :: next => null()
contains
  subroutine later(f, n)
    procedure(action) :: f
    integer, intent(in) :: n
    if (n > 0) call f(n - 1)
  end subroutine
  subroutine tick(n)
    integer, intent(in) :: n
    print *, 'tick', n
    call later(tick, n)
  end subroutine
  subroutine toggle(n)
    integer, intent(in) :: n
    print *, 'toggle', n
    next => toggle
    if (n > 2) next => tick
  end subroutine
  integer function tripled(i)
    integer, intent(in) :: i
    tripled = 3 * i
  end function
end module
program p
  use events
  implicit none
  type holder
    procedure(tripled), pointer, nopass :: f => tripled
  end type
  type point
    integer :: a
    real :: b
  end type
  type(holder) :: h
  type(point) :: x(3) = [point(1, 1.0), point(2, 2.0), point(3, 3.0)]
  integer :: order(2) = [3, 1]
  call tick(2)
  call toggle(1)
  call next(2)
  call next(3)
  call next(1)
  print *, h%f(2)
  print '(i3, f5.1)', x(order)
  print *, x([2, 2])
end program
