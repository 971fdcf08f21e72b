! ASSOCIATE with elements, sections, substrings, expressions and function results. Each selector is evaluated once, and a
! variable stays one that can be assigned.
program associations
  implicit none
  real :: a(6), m(3, 4)
  integer :: i, n, v(3), calls
  character(len=8) :: s, names(3)
  complex :: z
  calls = 0
  a = [(real(i), i = 1, 6)]
  m = reshape([(real(i), i = 1, 12)], [3, 4])
  v = [3, 1, 2]
  n = 2
  s = 'abcdefgh'
  names(1) = 'one'
  names(2) = 'two'
  names(3) = 'three'
  associate (b => a(n:5:n), column => m(:, n), e => a(n + 4), whole => m, row => m(n, 4:1:-1))
    n = 1
    print *, size(b), b, e
    b(1) = 20.0
    b(2:) = b(2:) + 0.5
    e = -e
    column = column * 2.0
    column(3) = 0.0
    whole(1, 1) = 100.0
    print *, lbound(b), ubound(b), lbound(column), sum(column), row
    row(1:2) = [7.0, 8.0]
    print *, b(2), b(size(b):1:-1)
    call change(column, size(column))
    associate (part => column(2:3))
      part = part + 1000.0
      print *, part(1), size(part)
    end associate
  end associate
  print *, a
  print *, m
  n = 2
  associate (sum2 => a + a, twice => 2 * v, picked => a(v), one => f(3), arr => g(n), lo => a > 2.0)
    a(1) = 1000.0
    v = 0
    print *, sum2
    print *, twice, picked(1), size(picked), one, arr, size(arr), lo
    print *, calls, lbound(arr), sum2(2:3)
  end associate
  associate (t => s(n:4), c => names(n), d => names(3)(2:4), e => s // '+', len2 => len(s))
    n = 5
    t = 'XY'
    print *, s, '[', t, ']', len(t), t(2:2)
    t(3:) = 'Q'
    c(1:1) = 'T'
    d = 'HREE'
    d(1:1) = 'h'
    print *, s, names(2), names(3), c(2:3), '[', e, ']', len(e), len2
  end associate
  associate (w => cmplx(1.0, 2.0), x => z)
    x = w * w
    print *, w, x
  end associate
  associate (names2 => names(2:3))
    names2(1) = 'second'
    print *, names2, names2(2)(1:2)
  end associate
  print *, names
contains
  integer function f(k)
    integer, intent(in) :: k
    calls = calls + 1
    f = k * 10
  end function
  function g(k) result(r)
    integer, intent(in) :: k
    real :: r(k + 1)
    calls = calls + 1
    r = real(k)
  end function
  subroutine change(x, k)
    integer, intent(in) :: k
    real, intent(inout) :: x(k)
    x = x + 0.25
  end subroutine
end program
