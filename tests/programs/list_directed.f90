! How numbers, logicals and text are printed, and lines that are full.
program listing
  implicit none
  integer :: i
  integer(8) :: k
  real :: x
  double precision :: d
  do i = -12, 12
    x = 1.2345678*10.0**i
    d = -9.87654321d0*10d0**(3*i)
    print *, x, d
  end do
  k = -9223372036854775807_8
  print *, 0, -1, 2147483647, -2147483647 - 1
  print *, k, k - 1, 9223372036854775807_8, 0_8
  print *, 0.0, -0.0, 0d0, -0d0, 1.0, 10.0, 0.1, 0.01, 123456.7, 1234567.0, 16777216.0
  print *, 0.1d0, 0.3d0, 1d0/3, 1d15, 1d16, 1d17, 1d18, 123456789.123456789d0, 5d-324, 1.7976931348623157d308
  print *, 3.4028235e38, 1.1754944e-38, 0.99999994, 0.099999994, 9.9999994e8, 9.9999998e9
  print *, 'text', 1, 'text', 2, .true., 'a', 'b', 1.5, 'c'
  print *
  write (*, *) 'written', 1
  write (*, *)
  write (6, *) 'unit six'
  print *, 1, 22, 333, 4444, 55555, 666666, 7777777, 88888888, 999999999, 12, 13, 14, 15, 16
  print *, 'a long line of text that is not broken even though it is longer than eighty characters, as text never is', 1
  print *, .true., .false., 'x', 'y'
end program listing
