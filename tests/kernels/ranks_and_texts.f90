! test: kernel k
! Assumed rank, elemental procedures of objects in loops, arrays of objects with bounds of their own, and pointers of
! deferred length, in lanes that go different ways.
module m
  implicit none
  type pt
    real(8) :: x(2) = 0
  end type
  type str
    character(:), allocatable :: s
  end type
contains
  real(8) function total(a)
    real(8), intent(in) :: a(..)
    total = size(a)
    select rank (a)
    rank (0)
      total = total + a
    rank (1)
      total = total + sum(a)
    rank (2)
      total = total * sum(a)
    end select
  end function
  elemental real(8) function norm(p)
    type(pt), intent(in) :: p
    norm = sqrt(sum(p%x**2))
  end function
  elemental subroutine grow(t, n)
    type(str), intent(inout) :: t
    integer, intent(in) :: n
    t%s = repeat('x', n)
  end subroutine
  function box(n) result(b)
    integer, intent(in) :: n(2)
    type(pt) :: b(n(1) + n(2))
    integer :: i
    do i = 1, size(b)
      b(i)%x = [i, n(2)]
    end do
  end function
end module
subroutine k(i, j, x, y, z)
  use m
  integer, intent(in) :: i, j
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer, intent(out) :: z
  type(pt) :: p(3)
  type(str), target :: t(2)
  character(:), pointer :: c
  p(1)%x = x
  p(2)%x = [x * i, 1d0]
  p(3)%x = j
  y = sum(norm(p)) + total(x) + total([x, 2 * x]) + total(reshape([x, x, x, x], [2, 2]))
  y = y + sum(norm(box([i, j])))
  call grow(t, [i, j])
  c => t(1)%s
  z = len(c) + 10 * len(t(2)%s)
  if (i > 2) then
    c => t(2)%s
    if (len(c) > 0) c(1:1) = 'y'
    z = z + 100 * index(t(2)%s, 'y')
  end if
end subroutine
