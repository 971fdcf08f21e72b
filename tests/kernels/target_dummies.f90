! test: kernel targets
! In each lane, a dummy argument with TARGET is what a pointer that the lane chooses points to, and a VALUE argument is
! not copied back to it.
module shared
  implicit none
  integer, target :: g
  integer, pointer :: pg
  data g /1/
contains
  subroutine add(x)
    integer, value :: x
    g = g + x
  end subroutine
  subroutine both(x)
    integer, intent(inout), target :: x
    pg = pg + 10
    x = x + 1
  end subroutine
  subroutine twice(x, y)
    integer, target :: x
    integer, intent(in) :: y
    x = x + 3
    call add(y)
    x = x*2 + y
  end subroutine
  subroutine turn(x, y)
    integer, target :: x(:)
    integer, pointer :: y(:)
    x(1) = 70
    y(5) = y(5) + 1
    x(2) = x(1)
  end subroutine
end module
subroutine targets(n, m, r, s)
  use shared
  implicit none
  integer, intent(in) :: n, m
  integer, intent(out) :: r, s
  integer, target :: i, a(5)
  integer, pointer :: q, pa(:)
  i = n
  a = [1, 2, 3, 4, 5]*n
  pg => g
  q => i
  pa => a(5:1:-1)
  if (m == 2) q => a(3)
  if (m == 3) pg => a(2)
  call twice(q, i + 0)
  call turn(a, pa)
  do
    q = q - 1
    if (q < pa(1)) exit
    call twice(i, q + 0)
    if (i > 1000) exit
  end do
  do i = i, i + n
    call add(g)
    if (mod(g, 5) == 3) exit
    call both(g)
  end do
  r = i + sum(a)
  s = g
end subroutine
