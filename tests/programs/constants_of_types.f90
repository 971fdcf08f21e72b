! Named constants of derived type as default values, and constructors of arrays that begin with REAL (n, kind).
module a
  implicit none
  integer, parameter :: i1 = selected_int_kind(2), i4 = selected_int_kind(9)
  type :: part
    integer :: first = 1, step = 1
  end type
  type(part), parameter :: serial = part(0, 3)
end module
module b
  use a, only : i1, i4, part, serial
  implicit none
  private
  public :: color, paint, operator(+), operator(//)
  type :: color
    integer(i1) :: style = -1_i1
    integer(i1) :: bg = -1_i1
    type(part) :: share = serial
  end type
  interface operator(+)
    module procedure :: add_color
  end interface
  interface operator(//)
    module procedure :: concat
  end interface
  type(color), parameter :: blue = color(style = 4_i1)
contains
  pure function add_color(l, r) result(c)
    type(color), intent(in) :: l, r
    type(color) :: c
    c%style = merge(r%style, l%style, r%style >= 0)
  end function
  pure function concat(l, r) result(s)
    character(*), intent(in) :: l
    type(color), intent(in) :: r
    character(:), allocatable :: s
    s = l // achar(64 + r%style)
  end function
  subroutine paint(n, s)
    integer, intent(in) :: n
    character(:), allocatable, intent(out) :: s
    real :: v(1)
    block
      character(len=*), parameter :: label(*) = [character(len=8) :: 'one', 'three', 'seven']
      s = label(n) // blue
    end block
    v = [real(n, 4)]
    print *, v, [integer(i4) :: 1, 2], [real(n), 2.0]
  end subroutine
end module
program p
  use b
  implicit none
  character(:), allocatable :: s
  type(color) :: c
  call paint(2, s)
  print *, s, c%style, c%share%first, c%share%step
end program
