! A dummy argument with TARGET has what is assigned to its TARGET through a pointer, or by its own name, while the
! procedure is executed, whether the procedure points to it or not. It was a copy if it did not.
module m
  implicit none
  type node
    integer :: value = 1
    type(node), pointer :: next => null()
  end type
  type pair
    integer :: a = 1, b = 2
  end type
  real, target :: g = 1.
  real, pointer :: pg => null()
  type(pair), target :: both
contains
  subroutine bump(x)
    real, intent(inout), target :: x
    x = x + 1
    pg = pg*2
    g = g + x
  end subroutine
  ! What is assigned in a procedure that it calls.
  subroutine through(x, y)
    real, target :: x
    real, intent(out) :: y
    call change
    y = x
    x = x + 1
  end subroutine
  subroutine change
    g = g + 1
  end subroutine
  real function by_function(x)
    real, target :: x
    by_function = 10*changed() + x
  end function
  real function changed()
    g = g + 1
    changed = 0
  end function
  ! In an internal procedure.
  subroutine around(x)
    integer, target :: x(0:)
    x(1) = 7
    call inside
    x(2) = x(2)*lbound(x, 1) + x(1)
  contains
    subroutine inside
      x(1) = x(1) + 1
    end subroutine
  end subroutine
  subroutine cycle(n)
    type(node), target :: n
    n%value = 5
    n%next%next%value = n%value + 1
    n%value = n%value*2
  end subroutine
  subroutine parts(x, a)
    type(pair), target :: x
    integer, target :: a
    a = 10
    x%a = x%a + 1
    a = a*2
    both%b = both%b + 1
    x%b = x%b*2
  end subroutine
  subroutine maybe(x, y)
    integer, optional, target :: x
    integer, optional, intent(inout), target :: y(:)
    if (present(x)) x = x + 1
    if (present(y)) then
      y(1) = 5
      if (present(x)) y(2) = x
    end if
    call nothing
  end subroutine
  subroutine pass(x, y)
    integer, optional :: x
    integer, optional :: y(:)
    call maybe(x, y)
    call maybe(y=y)
  end subroutine
  subroutine nothing
  end subroutine
  subroutine texts(a, b)
    character(3), target :: a, b(:)
    a = 'abc'
    b(1)(2:2) = '-'
    a(3:3) = b(1)(2:2)
  end subroutine
  integer function number(x)
    integer, target :: x
    call nothing
    x = x + 1
    number = x
  end function
end module
program p
  use m
  implicit none
  integer, target :: i, a(3)
  integer, pointer :: q, pa(:)
  integer :: plain = 1, row(4)
  type(node), target :: first, second
  character(3), target :: words(2)
  character(5) :: long
  real :: y
  pg => g
  call bump(g)
  print *, g, pg
  call bump(pg)
  print *, g
  call through(pg, y)
  print *, g, y
  call through(g, y)
  print *, g, y
  print *, by_function(g), by_function(pg), g
  i = 5; a = [1, 2, 3]
  q => i; pa => a
  call s(q, q)
  print *, i
  call s(i, i)
  print *, i
  call s(a(2), plain)
  print *, a, plain
  call u(a, pa)
  print *, a
  call u(pa, a(3:1:-1))
  print *, a
  row = [1, 2, 3, 4]
  call u(row(4:1:-1), a)
  print *, row, a
  call v(i, q)
  print *, i
  call w(i)
  print *, i, q
  call x(a(2), pa)
  print *, a
  call around(pa)
  print *, a
  call around(row(2:))
  print *, row
  first%next => second
  second%next => first
  call cycle(first)
  print *, first%value, second%value
  call parts(both, both%a)
  print *, both%a, both%b
  call pass
  call pass(plain)
  call pass(plain, row)
  call pass(i, a)
  print *, plain, row, i, a
  words = 'xyz'
  call texts(words(1), words)
  print *, words
  long = '12345'
  call texts(long(2:4), words(2:1:-1))
  print *, long, words
  plain = 1
  print *, number(plain) + 10
  do while (number(plain) < 6)
    print *, plain, number(q), i
  end do
  if (plain > 0) plain = number(plain)
  print *, plain
contains
  subroutine s(a, b)
    integer, target :: a, b
    a = b + 1
    b = b*10
    a = a + 1
  end subroutine
  subroutine u(x, y)
    integer, target :: x(:), y(:)
    x(1) = y(1) + 100
    y(2) = x(2) - 1
  end subroutine
  subroutine v(a, b)
    integer, target :: a
    integer, pointer :: b
    a = 1
    b = b + 5
    a = a*2
  end subroutine
  subroutine w(a)
    integer, target :: a
    a = 3
    q = q*2
    a = a + i
  end subroutine
  subroutine x(e, r)
    integer, target :: e
    integer, pointer :: r(:)
    e = 50
    r(2) = r(2) + 1
    e = e + 1
  end subroutine
end program
