! SEQUENCE types that are declared in the caller and in the callee, constants of derived type, DATA, BLOCK.
program seq
  implicit none
  type rec
    sequence
    integer :: k
    real(8) :: v(2)
  end type
  type(rec) :: r, rs(2,2)
  type(rec), parameter :: table(3) = [rec(1, [1d0, 2d0]), rec(2, [3d0, 4d0]), rec(3, [5d0, 6d0])]
  integer :: i, j
  data r%k, r%v /7, 2*1.5d0/
  call fill(r)
  print *, r
  do i = 1, 2
    do j = 1, 2
      rs(i, j) = table(i + j - 1)
    end do
  end do
  call fill(rs(1, 2))
  print *, rs
  print *, table(2)%v, rs(:, 1)%k, table%k
  call external_sub(rs, 4)
  print *, sum(rs%v(1)), rs(2,2)
  block
    type(rec) :: q
    q = r
    q%k = q%k + 1
    print *, q%k
  end block
end program
subroutine fill(x)
  type rec
    sequence
    integer :: k
    real(8) :: v(2)
  end type
  type(rec) :: x
  x%k = x%k + 100
  x%v(2) = -1
end subroutine
subroutine external_sub(x, n)
  type rec
    sequence
    integer :: k
    real(8) :: v(2)
  end type
  integer n, i
  type(rec) :: x(n)
  do i = 1, n
    x(i)%v(1) = x(i)%v(1)*i
  end do
end subroutine
