! test: kernel integrate
! Recursion through procedures as arguments: those of the program, internal ones with the variables of that execution
! of their host in which they were passed, and those of a module with variables that all executions share.
module counters
  implicit none
  integer :: calls = 0
contains
  recursive subroutine hanoi(n, from, to, via)
    integer :: n, from, to, via
    if (n == 0) return
    call hanoi(n - 1, from, via, to)
    calls = calls + from*to
    call hanoi(n - 1, via, to, from)
  end subroutine

  recursive real(8) function simpson(f, a, b, fa, fm, fb, tolerance) result(area)
    interface
      real(8) function f(x)
        real(8) :: x
      end function
    end interface
    real(8) :: a, b, fa, fm, fb, tolerance, m, fl, fr, whole, left, right
    calls = calls + 1
    m = (a + b)/2
    fl = f((a + m)/2)
    fr = f((m + b)/2)
    whole = (b - a)/6*(fa + 4*fm + fb)
    left = (m - a)/6*(fa + 4*fl + fm)
    right = (b - m)/6*(fm + 4*fr + fb)
    if (abs(left + right - whole) <= 15*tolerance) then
      area = left + right + (left + right - whole)/15
    else
      area = simpson(f, a, m, fa, fl, fm, tolerance/2) + simpson(f, m, b, fm, fr, fb, tolerance/2)
    end if
  end function
end module

subroutine integrate(a, b, k, area, other, inside, tried, kept)
  use counters
  implicit none
  integer :: k, inside, tried, kept, visits, layers
  real(8) :: a, b, area, other
  real(8), external :: runge
  integer, external :: plus_one
  area = simpson(runge, a, b, runge(a), runge((a + b)/2), runge(b), 1d-6)
  other = simpson(scaled, a, b, scaled(a), scaled((a + b)/2), scaled(b), 1d-4)
  call hanoi(k, 1, 2, 3)
  tried = calls
  inside = layers(k, plus_one)
  kept = visits(k)
  kept = 100*kept + visits(1)
contains
  real(8) function scaled(x)
    real(8) :: x
    scaled = exp(-x*x*k)*x
  end function
end subroutine

real(8) function runge(x)
  real(8) :: x
  runge = 1/(1 + 25*x*x)
end function

integer function plus_one(n)
  integer :: n
  plus_one = n + 1
end function

recursive integer function layers(start, f) result(value)
  integer :: start, left
  integer, external :: f
  left = start
  value = f(left)
  if (left > 0) value = value + layers(left - 1, inner) - left
contains
  integer function inner(n)
    integer :: n
    left = 2*left + n
    inner = left - start
  end function
end function

! What is kept belongs to all executions of a row.
recursive integer function visits(n) result(value)
  integer :: n
  integer, save :: seen = 0, last(3) = [5, 6, 7]
  seen = seen + 1
  last(mod(n, 3) + 1) = last(mod(seen, 3) + 1) + n
  value = last(1)
  if (n > 0) value = value + visits(n - 1) + last(2)
end function
