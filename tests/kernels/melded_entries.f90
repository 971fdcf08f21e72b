! test: kernel entries
! Calls in arms that a melded call is not made of, or only in part: of functions that call themselves, of entry points,
! with elements and arrays that differ, in a WRITE, with texts, and in scopes of their own.
module tables
  real(8) :: low(4) = [1d0, 2d0, 4d0, 8d0], high(4) = [3d0, 9d0, 27d0, 81d0]
contains
  real(8) function interpolate(table, x)
    real(8), intent(in) :: table(4), x
    integer :: i
    interpolate = table(4)
    do i = 1, 3
      if (x < i) then
        interpolate = table(i) + (table(i + 1) - table(i))*(x - i)
        return
      end if
    end do
  end function
  recursive real(8) function climb(x, depth) result(height)
    real(8), intent(in) :: x
    integer, intent(in) :: depth
    height = x
    if (depth <= 0) return
    if (x < 0) then
      height = climb(x + 1.5d0, depth - 1)*0.5d0
    else
      height = climb(x - 1d0, depth - 1) + 1d0
    end if
  end function
  integer function letters(text)
    character(*), intent(in) :: text
    integer :: i
    letters = 0
    do i = 1, len(text)
      if (text(i:i) /= ' ') letters = letters + 1
    end do
  end function
end module
subroutine entries(k, x, n, r)
  use tables
  integer, intent(in) :: k
  real(8), intent(in) :: x
  integer, intent(inout) :: n
  real(8), intent(out) :: r
  real(8), external :: first, second
  real(8) :: points(3)
  character(12) :: text
  points = [x, x*2, x - 3]
  r = 0
  select case (k)
  case (0)
    r = interpolate(low, x)
  case (1)
    r = interpolate(high, x)
  case (2)
    r = interpolate(low, x*0.5d0) + 1
  case (3)
    r = climb(x, n)
  case (4)
    r = climb(-x, n + 1)
  case (5)
    r = first(x, n)
  case (6)
    r = second(x*x)
  case (7)
    r = first(x + 1, 3)*2
  case (8)
    write (text, '(F8.3)') interpolate(low, x)
    r = letters(text)
  case (9)
    write (text, '(F6.2, F6.2)') x, interpolate(low, x + 1)
    r = letters(text(2:9))
  case (10)
    block
      real(8) :: y
      y = x*3
      call advance(y, n, r)
      r = r + y
    end block
  case (11)
    call advance(points(2), n, r)
    r = r + points(2)
  case (12)
    call advance(points(3), n, r)
    r = r + points(3) + points(2)
  case default
    block
      real(8) :: z
      z = x - 7
      call advance(z, n, r)
      r = r - z
    end block
  end select
end subroutine
real(8) function first(x, n)
  real(8) :: x, second
  real(8), external :: rough
  integer :: n, i
  first = x
  do i = 1, n
    first = rough(first, n)*0.5d0 + i
  end do
  return
  entry second(x)
  second = x
  do i = 1, 4
    second = sqrt(abs(second) + i)
  end do
end function
subroutine advance(y, n, r)
  real(8), intent(inout) :: y
  integer, intent(inout) :: n
  real(8), intent(out) :: r
  real(8), external :: rough
  integer :: i
  r = 0
  do i = 1, n
    r = r + rough(y, i)
    y = y*0.9d0
  end do
  n = n + 1
end subroutine
real(8) function rough(t, n)
  real(8), intent(in) :: t
  integer, intent(in) :: n
  integer :: i
  rough = t
  do i = 1, mod(abs(n), 3)
    rough = rough/(1 + 0.125d0*i)
  end do
end function
