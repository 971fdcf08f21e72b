! Bounds and lengths that call functions, read variables of modules, or ask about arrays of such bounds; in results of
! functions, where the caller needs them too, and in local variables.
module m
  implicit none
  integer :: n = 3
  integer :: sizes(3) = [2, 4, 6]
  integer, parameter :: k = 2
  character(5) :: word = 'abc  '
  integer, allocatable :: dyn(:)
contains
  pure integer function twice(i)
    integer, intent(in) :: i
    twice = 2 * i
  end function
  pure integer function total(a)
    integer, intent(in) :: a(:)
    total = sum(a)
  end function
  pure integer function letters(s)
    character(*), intent(in) :: s
    letters = len_trim(s)
  end function
  function f1() result(r)
    character(n) :: r
    r = 'abcdefgh'
  end function
  function f2(i) result(r)
    integer, intent(in) :: i
    character(twice(i) + n) :: r
    r = 'abcdefghijklmnop'
  end function
  function f3(i) result(r)
    integer, intent(in) :: i
    character(sizes(i)) :: r(sizes(1), k)
    r = 'xyz'
  end function
  function f4(s) result(r)
    character(*), intent(in) :: s
    character(len_trim(s)) :: r
    r = s
  end function
  function f5(s, a) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: a(:)
    character(letters(s)) :: r(total(a))
    r = s
  end function
  function f6() result(r)
    character(len(word)) :: r
    r = word // '!'
  end function
  function f7() result(r)
    character(len_trim(word)) :: r
    r = word // '!'
  end function
  function f8() result(r)
    integer :: r(size(dyn))
    r = dyn + 1
  end function
  function f9(a) result(r)
    integer, intent(in) :: a(:, :)
    integer :: r(maxval(a), size(a, 2))
    r = 1
    r(1, :) = maxval(a, 1)
  end function
  subroutine auto(i, a)
    integer, intent(in) :: i, a(:)
    integer :: w(twice(i)), v(total(a(1:2)):total(a)), u(n, sizes(2))
    character(twice(n)) :: c, d(total(a))
    character(max(i, n)) :: e
    c = 'automatic'
    d = 'each'
    e = 'extreme'
    print *, size(w), lbound(v), ubound(v), shape(u), len(c), c, len(d), size(d), d(1), len(e), e
  end subroutine
end module
program specification_values
  use m
  implicit none
  print *, len(f1()), f1(), '|'
  n = 5
  print *, len(f1()), f1(), '|', len(f2(2)), f2(2), '|', len(f2(n)), '|'
  print *, len(f3(2)), shape(f3(3)), f3(1)
  print *, len(f4('ab  ')), f4('ab  ') // '|', len(f5('xy ', [1, 2])), size(f5('xy ', [1, 1])), f5('xy ', [1, 1])
  print *, len(f6()), f6(), len(f7()), f7() // '|'
  allocate (dyn(4))
  dyn = [1, 2, 3, 4]
  print *, f8(), size(f8())
  print *, f9(reshape([1, 2, 3, 1], [2, 2])), shape(f9(reshape([1, 4, 3, 1], [2, 2])))
  call auto(2, [1, 2, 3])
  call inner(3)
contains
  subroutine inner(j)
    integer, intent(in) :: j
    character(twice(j)) :: s
    integer :: q(-j:twice(n))
    s = 'inner text'
    print *, s, lbound(q), ubound(q), len(g(j)), g(j)
  end subroutine
  pure integer function lower(i)
    integer, intent(in) :: i
    lower = -i
  end function
  function g(i)
    integer, intent(in) :: i
    character(i + n) :: g
    g = 'ggggggggggggg'
  end function
end program
