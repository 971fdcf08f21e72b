! Named constants that are arrays: from a module, in bounds, CASE, kinds and DATA, whole and by element, with implied DO.
module tables
  implicit none
  integer, parameter :: n = 3
  real, parameter :: w(n) = (/ 1.5, 2.5, 4.0 /)
  integer, parameter :: m(2, 2) = reshape([1, 2, 3, 4], [2, 2])
  character(len=4), parameter :: names(0:2) = ['abc ', 'de  ', 'fghi']
  complex, parameter :: z(2) = [(1.0, -2.0), (3.0, 0.5)]
  logical, parameter :: flags(*) = [.true., .false., .true.]
contains
  real function weighted(i)
    integer, intent(in) :: i
    weighted = w(i) * 2
  end function
end module

program named_arrays
  use tables
  implicit none
  integer :: i, j, k
  integer, parameter :: kinds(2) = [4, 8]
  integer, parameter :: squares(10) = [(i * i, i = 1, 10)]
  real(kinds(2)) :: d
  real, parameter :: zero(4) = 0.25
  integer, parameter :: total = sum(squares), big = maxval(squares(2:5)), place(1) = maxloc(squares)
  real :: local(squares(3)), a(3)
  double precision, parameter :: table(3, 2) = reshape([(dble(i) / 3, i = 1, 6)], [3, 2])
  character(*), parameter :: words(2) = ['one', 'two']
  integer, parameter :: odd(*) = pack(squares, mod(squares, 2) == 1)
  integer, parameter :: sh(2) = shape(table)
  real :: start(3) = [1.0, 2.0, 3.0]
  data d /0.1d0/
  print *, w, m
  print *, names, z, flags
  print *, squares, total, big, place
  print *, size(local), size(odd), odd, sh
  print *, table
  print *, zero, words
  do i = 1, 3
    print *, w(i), weighted(i), flags(i), names(i - 1)
  end do
  do j = 1, 2
    do i = 1, 2
      k = 2
      select case (m(i, j))
      case (m(1, 1))
        k = 10
      case (m(2, 1):m(1, 2))
        k = 20
      end select
      print *, i, j, m(i, j), k
    end do
  end do
  a = w * 2 + 1
  print *, a, sum(w), dot_product(w, w), start
  call show(w, n)
  call show(squares(2:4) * 1.0, 3)
  print *, names(1)(1:1), words(2)(2:), len(words), len(names(1)), z(2), aimag(z(1))
  print *, inner(2), lbound(names), ubound(names, 1)
  print *, (w(i), i = 1, 3), d, kind(d)
  print *, matmul(m, m), transpose(m), merge(w, -w, flags)
contains
  real function inner(i)
    integer, intent(in) :: i
    inner = squares(i) + w(i)
  end function
end program

subroutine show(x, n)
  integer n
  real x(n)
  print *, (x(i), i = 1, n)
end subroutine
