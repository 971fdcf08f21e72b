! Arguments that are other names of what the callee accesses otherwise, although Fortran forbids to assign it then: of
! variables of a module or host, components of objects, texts, complex numbers, and elements of allocatable arrays.
module state
  implicit none
  type point
    real :: x, y
    integer :: n(2)
  end type
  real :: level = 1, table(4) = [1, 2, 3, 4]
  type(point) :: corner = point(1, 2, [3, 4])
  complex :: z = (1, 2), zs(2) = (3, 4)
  character(4) :: word = 'abcd'
  logical :: flag = .false.
  integer(8) :: wide = 5
  integer(2) :: narrow = 7
  real, allocatable :: many(:)
contains
  subroutine raise(x)
    real :: x
    level = level + 1
    x = 10 * x
    level = level + x
    print *, x, level
  end subroutine
  subroutine move(x, n)
    real :: x
    integer :: n
    corner%x = corner%x + 1
    x = x * 3
    n = n + 1
    corner%n(2) = corner%n(2) * 2 + n
    print *, x, corner, n
  end subroutine
  subroutine turn(c, d)
    complex :: c, d(2)
    z = z * (0, 1)
    c = c + z
    d(1) = d(1) + c
    print *, c, z, d, zs
  end subroutine
  subroutine spell(text)
    character(*) :: text
    word(1:2) = 'xy'
    text(3:3) = text(1:1)
    print *, text, ' ', word
  end subroutine
  subroutine set(l, w, s)
    logical :: l
    integer(8) :: w
    integer(2) :: s
    flag = .not. l
    l = l .and. flag
    wide = w + 1
    w = w * wide
    narrow = s * 2_2
    s = s + narrow
    print *, l, flag, w, wide, s, narrow
  end subroutine
  subroutine fill(x)
    real :: x
    many = many + 1
    x = x * 2
    many(1) = x + many(2)
    print *, x, many
  end subroutine
  recursive subroutine down(x, depth)
    real :: x
    integer, value :: depth
    level = level - 1
    if (depth > 0) call down(x, depth - 1)
    x = x * 2
  end subroutine
  real function read_it(x)
    real :: x
    character(8) :: text = '2.5 4'
    read (text, *) x, level
    x = x + 1
    read_it = x + level
  end function
  elemental real function half(x)
    real, intent(in) :: x
    half = x / 2
  end function
  subroutine into(x)
    real :: x
    table = half(table) + x
    x = half(x)
    call raise(x)
    print *, table, x
  end subroutine
  ! The first and the second are apart, but the third may be either.
  subroutine three(x, y, z)
    real :: x, y, z
    call two(x, z)
    call two(z, y)
  end subroutine
  subroutine two(x, y)
    real :: x, y
    x = x + y + 1
    y = x * 2 + y
    x = x + y
  end subroutine
  subroutine optional_one(x, y)
    real :: x
    real, optional :: y
    x = x + 1
    if (present(y)) y = y + x
    level = level * 2
    print *, x, level, present(y)
  end subroutine
end module

program p
  use state
  implicit none
  real :: own = 2
  integer :: i
  many = [1, 2, 3]
  call raise(level)
  call move(corner%x, corner%n(2))
  call turn(z, zs)
  call turn(zs(2), zs)
  call spell(word)
  call set(flag, wide, narrow)
  call fill(many(2))
  call down(level, 3)
  print *, level
  print *, read_it(level), level
  do i = 1, 3
    call into(table(i))
  end do
  call inner(own)
  print *, own
  call optional_one(level)
  call optional_one(level, level)
  call optional_one(table(1), table(1))
  call twice(raise, level)
  table = [1, 2, 3, 4]
  do i = 1, 3
    call three(table(1), table(2), table(i))
  end do
  print *, table
contains
  subroutine inner(x)
    real :: x
    own = own + 1
    x = x * 5
    call innermost(x)
    print *, own, x
  end subroutine
  subroutine innermost(y)
    real :: y
    own = own - y / 2
    y = y + 1
  end subroutine
  subroutine twice(f, x)
    external f
    real :: x
    call f(x)
    level = x + 1
    call f(x)
  end subroutine
end program
