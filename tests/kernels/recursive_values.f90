! test: kernel values
! Functions that call themselves and whose values are COMPLEX, arrays and texts; internal files, internal procedures and
! allocatable arrays of each execution.
module own_values
  implicit none
contains
  recursive function power_sum(z, n) result(y)
    complex(8) :: z, y
    integer :: n
    y = z
    if (n > 0) y = z*power_sum(z/2, n - 1) + 1
  end function

  recursive function reversed(a, n) result(b)
    integer :: n
    real(8) :: a(n), b(n)
    if (n <= 0) return
    b(1) = a(n)
    if (n > 1) b(2:n) = reversed(a(1:n-1), n - 1)
  end function

  recursive function text(n) result(c)
    integer :: n
    character(8) :: c
    if (n <= 0) then
      c = 'end'
    else
      write (c, '(i1,a)') mod(n, 10), rest(n - 1)
    end if
  contains
    function rest(n) result(d)
      integer :: n
      character(7) :: d
      d = text(n)
    end function
  end function

  recursive subroutine grow(n, v)
    integer :: n, i
    real(8) :: v, other
    real(8), allocatable :: a(:)
    allocate (a(n + 1))
    do i = 1, n + 1
      a(i) = i
    end do
    v = sum(a)
    if (n > 1) then
      if (mod(n, 2) == 0) then
        call grow(n/2, other)
      else
        call grow(n - 1, other)
        deallocate (a)
        allocate (a(2))
        a = other
      end if
      v = v + other + a(size(a))
    end if
  end subroutine
end module

subroutine values(n, x, s, t, u, v, w)
  use own_values
  implicit none
  integer :: n, w
  real(8) :: x, s, t, u, v
  complex(8) :: z
  real(8) :: a(6), b(6)
  integer :: i
  character(8) :: c
  z = power_sum(cmplx(x, 1d0, 8), n)
  s = real(z)
  t = aimag(z)
  do i = 1, 6
    a(i) = i*x
  end do
  b = reversed(a, 6)
  u = sum(b*[1, 2, 3, 4, 5, 6])
  c = text(n)
  w = 0
  do i = 1, 8
    w = w*3 + ichar(c(i:i))
  end do
  call grow(n, v)
end subroutine
