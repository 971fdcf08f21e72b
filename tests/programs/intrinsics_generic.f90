! The elementary functions by generic name, in both real kinds.
program generic
  implicit none
  real :: x(6)
  double precision :: d(6)
  integer :: i
  data x /0.0, 0.25, -0.75, 1.0, 0.5, -1.0/
  do i = 1, 6
    d(i) = x(i)
  end do
  call restore(x)
  do i = 1, 6
    d(i) = x(i)
  end do
  do i = 1, 6
    print *, sin(x(i)), cos(x(i)), tan(x(i))
    print *, sin(d(i)), cos(d(i)), tan(d(i))
    print *, asin(x(i)), acos(x(i)), atan(x(i))
    print *, asin(d(i)), acos(d(i)), atan(d(i))
    print *, exp(x(i)), sinh(x(i)), cosh(x(i)), tanh(x(i))
    print *, exp(d(i)), sinh(d(i)), cosh(d(i)), tanh(d(i))
    print *, sqrt(abs(x(i))), log(1 + abs(x(i))), log10(2 + x(i))
    print *, sqrt(abs(d(i))), log(1 + abs(d(i))), log10(2 + d(i))
    print *, atan2(x(i), 1 - x(i)), atan2(d(i), d(i) - 1)
  end do
end program generic
subroutine restore(x)
  real :: x(6)
  x(1) = 0.0
  x(2) = 0.25
  x(3) = -0.75
  x(4) = 1.0
  x(5) = 0.5
  x(6) = -1.0
end subroutine restore
