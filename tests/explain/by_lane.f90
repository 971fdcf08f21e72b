! test: explain work
! test: explain work --gang 1
! What is done for one lane after the other, and elements that each lane has of its own.
real(8) function work(x, n, k, table)
  real(8) x, table(100), own(10)
  integer n
  integer(8) k
  integer(1) small(4)
  character(8) text
  real(8), allocatable :: rows(:)
  work = asinh(x)
  work = work + (n + 1)**n
  work = work + k/(n + 1_8)
  work = work + real(k, 8)
  work = work + table(n)
  own = 0
  own(n) = x
  work = work + own(3)
  small = 1
  small(2) = int(n, 1)
  work = work + small(2)
  text = 'abc'
  write (text(4:), '(i2)') n
  work = work + index(text, '4')
  allocate (rows(n))
  rows(1) = x
  work = work + rows(1)
  work = work + abs((3d0, 4d0)*cmplx(x, 1, 8)) + real(exp(cmplx(x, 1, 8)))
end function
