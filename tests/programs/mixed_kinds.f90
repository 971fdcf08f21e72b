! Arithmetic of operands of different kinds, and conversion in assignment.
program mixed
  implicit none
  integer :: i
  integer(kind=8) :: k
  real :: r
  real(8) :: d
  double precision e
  real*8 f
  logical*4 flag
  i = 7
  k = 10000000000_8
  r = 0.1
  d = 0.1d0
  e = 0.1
  f = r
  print *, i + r, i + d, k + i, k*r, k*d
  print *, r + d, d - r, e, f, d == e, e == f
  print *, i/2, i/2.0, i/2d0, 7/2*2.0, 2.0*7/2
  print *, 1/3, 1/3., 1./3, 1d0/3, 1/3d0
  i = 2.99
  print *, i
  i = -2.99d0
  print *, i
  k = -3.5e10
  print *, k
  r = 16777217
  d = 16777217
  print *, r, d
  r = 0.1d0
  d = 0.1
  print *, r, d
  d = 1.0e-45
  print *, d
  r = 1d-46
  print *, r
  i = k/1000000000_8
  print *, i
  r = k
  print *, r, int(r, 8), real(k), dble(k)
  d = 9007199254740993_8
  print *, d
  i = 3
  d = i**2/2
  print *, d, 1.5_8, 1.5_4, 12_4, 12_8
  flag = i == 3 .and. d >= 4
  print *, flag
end program mixed
