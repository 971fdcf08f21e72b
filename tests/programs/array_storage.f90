! Allocatable and automatic arrays, sections as arguments, WHERE and FORALL constructs.
program more
  implicit none
  integer :: m(3, 4), i, j
  real, allocatable :: a(:), b(:, :)
  integer, allocatable :: c(:)
  logical :: mask(3)
  print *, allocated(a)
  allocate (a(5), b(0:2, 3))
  print *, allocated(a), size(a), lbound(b), ubound(b)
  a = [(1.0*i, i = 1, 5)]
  b = reshape([(0.5*i, i = 1, 9)], [3, 3])
  print *, b(1, :)
  call fill(b(:, 2), 3)
  print *, b
  call fill(a(1), 2)
  print *, a
  c = [1, 2, 3]
  print *, c, size(c)
  c = [c, 4, 5]
  print *, c
  c = c(2:3)
  print *, c, allocated(c)
  deallocate (a)
  print *, allocated(a)
  allocate (a(3), stat=i)
  print *, i, size(a)
  call automatic(4)
  call automatic(2)
  forall (i = 1:3)
    m(i, :) = i
    m(i, i) = 10*i
  end forall
  print *, m
  mask = [.true., .false., .true.]
  outer: where (mask)
    m(:, 1) = -m(:, 1)
    where (m(:, 2) > 5)
      m(:, 3) = 77
    end where
  elsewhere
    m(:, 4) = 88
  end where outer
  print *, m
  m(2:3, ::2) = m(1:2, ::2)
  print *, m
  do j = 1, 4
    if (any(m(:, j) == 77)) print *, 'column', j, maxloc(m(:, j)), minval(m(:, j))
  end do
  print *, sum(m, mask=m > 0), sum(m, 1, m > 0), product([1, 2, 3, 4]), count(m > 3)
  call old(m, 3)
end program

subroutine fill(x, n)
  integer n
  real x(n)
  x = 100
end subroutine

subroutine old(k, n)
  integer n, k(n, *)
  print *, k(:, 2), sum(k(:, 1:3)), size(k, 1)
end subroutine

  subroutine automatic(n)
    implicit none
    integer, intent(in) :: n
    real :: x(n), y(0:n)
    x = 1
    y = 2
    y(1:n) = y(1:n) + x*n
    print *, x, y, sum(y)
  end subroutine
