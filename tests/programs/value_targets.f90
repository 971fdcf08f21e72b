! A VALUE argument is not copied back: that undid what the procedure had done to the TARGET, or to what the pointer
! points to. If it has TARGET itself, pointers to it do not reach the actual argument.
module values
  implicit none
  type point
    integer :: x = 1, y = 2
  end type
  integer, target :: g = 1
  integer, pointer :: pg => null()
contains
  subroutine add(x)
    integer, value :: x
    g = g + x
    x = 100
  end subroutine
  subroutine own(x)
    integer, value, target :: x
    integer, pointer :: p
    p => x
    p = p + 5
    g = g + x
  end subroutine
  subroutine move(at)
    type(point), value :: at
    at%x = at%x + 10
    g = at%x
  end subroutine
  integer function less(b)
    integer, value :: b
    g = g + 1
    b = b - 1
    less = b
  end function
end module
program main
  use values
  implicit none
  integer, target :: i
  integer, pointer :: q
  type(point), target :: spot
  type(point), pointer :: ps
  pg => g
  call add(g)
  print *, g
  call add(pg)
  print *, pg
  call own(g)
  print *, g
  call own(pg)
  print *, g
  call own(3)
  print *, g
  print *, less(g), less(pg), g
  ps => spot
  call move(ps)
  call move(spot)
  print *, g, spot%x
  i = 5
  q => i
  call both(q, q)
  print *, i
  call both(i, i)
  print *, i
  call both(b=q, a=i)
  print *, q
contains
  subroutine both(a, b)
    integer :: a
    integer, value :: b
    b = b + 1
    a = b*10
  end subroutine
end program
