! Procedures with TARGET dummy arguments as arguments, and functions with such dummy arguments in all places.
module m
  implicit none
  integer, pointer :: p
  integer, target :: g = 3
contains
  subroutine inc(x)
    integer, target :: x
    x = x + 1
    call nothing
  end subroutine
  subroutine nothing
  end subroutine
  subroutine apply(f, y)
    interface
      subroutine f(x)
        integer, target :: x
      end subroutine
    end interface
    integer :: y
    call f(y)
  end subroutine
  function pair(x) result(r)
    integer, intent(in), target :: x
    integer :: r(2)
    r = [x, x + 1] + g
  end function
  ! What is not INTENT(IN) may have another name.
  function both(x) result(r)
    integer, intent(inout), target :: x
    integer :: r(2)
    x = x + 1
    g = g + 10
    r = [x, g]
  end function
  character(3) function text(x)
    integer, intent(in), target :: x
    write (text, '(i3)') x + g
  end function
  integer function one(x)
    integer, intent(in), target :: x
    one = x + g
  end function
end module
program q
  use m
  implicit none
  integer :: i = 2, k, v(3) = [1, 2, 3]
  integer, target :: t = 1
  p => g
  call apply(inc, i)
  print *, i
  call apply(inc, t)
  print *, t, pair(i), pair(t)
  print *, text(i), text(4), (one(v(k)), k = 1, 3)
  print *, both(i), i, g
  print *, sum(both(g)), g
  v(2:) = both(p)
  print *, v, g, p
  do while (one(i) < 100)
    v(1:2) = v(1:2) + both(i)
  end do
  print *, i, v, [(one(k), k = 1, 3)]
  forall (k = 1:3) v(k) = k
  where (v > 1) v = one(i)
  print *, v
end program
