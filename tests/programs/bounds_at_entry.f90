! The bounds of a dummy argument or a result are what they were at entry: the last extent was computed again from
! variables that had changed, so that elements were left out, and others refused as out of bounds.
module sizes
  integer :: wanted = 3
contains
  subroutine of_module(x)
    real :: x(wanted)
    wanted = 2
    call shrink
    x = x + 1
    print *, size(x), x
  end subroutine

  subroutine shrink
    wanted = 1
  end subroutine
end module

program bounds_at_entry
  use sizes
  implicit none
  integer :: n, k(2)
  real :: x(6)
  x = [1, 2, 3, 4, 5, 6]
  n = 4
  call of_argument(n, x)
  print *, n, x
  n = 2
  call of_two(n, x)
  print *, n, x
  k = [2, 3]
  call of_elements(k, x)
  print *, k, x
  call of_module(x)
  n = 3
  print *, filled(n), n
  n = 3
  print *, text(n), n
  n = 4
  call counted(n, x)
  print *, n, x
contains
  subroutine of_argument(m, x)
    integer, intent(inout) :: m
    real :: x(m)
    m = m - 1
    print *, size(x), sum(x), maxval(x), ubound(x)
    x = -x
    call assumed(x)
  end subroutine

  subroutine assumed(x)
    real :: x(:)
    print *, size(x), x
  end subroutine

  subroutine of_elements(k, x)
    integer :: k(2)
    real :: x(k(1), k(2))
    k = 1
    print *, shape(x)
    where (x < 0) x = 10
  end subroutine

  function filled(n) result(r)
    integer :: n, r(n)
    n = 1
    r = 5
  end function

  function text(n) result(r)
    integer :: n
    character(n) :: r
    n = 1
    r = 'abcdef'
  end function

  subroutine counted(n, x)
    integer :: n
    real :: x(n)
    do n = 1, 2
      x(n) = 100*n
    end do
    print *, x
  end subroutine
end program

subroutine of_two(n, x)
  integer :: n
  real :: x(n, n)
  n = n*2
  print *, size(x), ubound(x)
  write (*, *) x
  x(:, 2) = 0
end subroutine
