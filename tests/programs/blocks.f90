! What BLOCK may declare: automatic and allocatable arrays, lengths, saved variables, in main programs, in loops, and in
! recursive procedures.
program blocks
  implicit none
  integer :: i, n
  n = 2
  do i = 1, 3
    block
      real :: a(n, -1:i)
      real, allocatable :: b(:)
      character(len=n*i) :: t
      character(len=:), allocatable :: d
      complex :: z(i)
      complex :: w = (1.0, 2.0)
      logical, allocatable :: flag
      integer, save :: total = 0
      integer :: kept = 5
      print *, allocated(b), allocated(d), allocated(flag)
      a = real(i)
      b = [a(1, :), 0.5]
      t = 'abcdefgh'
      d = t // '.'
      z = (0.0, 1.0) * i
      w = w + z(1)
      total = total + size(a)
      kept = kept + 1
      flag = i > 1
      n = n + 10
      print *, shape(a), lbound(a), ubound(a), sum(a), size(b), b(size(b)), t, d, len(d)
      print *, z, w, total, kept, flag
      n = n - 9
      if (i == 2) cycle
      block
        real :: inner(size(b))
        inner = b
        deallocate (b)
        print *, sum(inner), allocated(b)
      end block
    end block
  end do
  print *, n, depth(4)
contains
  recursive integer function depth(n) result(d)
    integer, intent(in) :: n
    d = 1
    block
      integer :: a(n)
      integer, allocatable :: b(:)
      a = n
      allocate (b(n + 1), source=n)
      if (n > 0) d = depth(n - 1) + sum(a) + sum(b)
      if (n == 2) return
      d = d + 1000 * size(b)
    end block
  end function
end program
