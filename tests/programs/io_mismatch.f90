! A format that does not fit its item ends the program, unless IOSTAT= asks.
program mismatch
  integer :: status
  real :: x = 1.5
  write (*, '(i5)', iostat=status) x
  print *, status
  write (*, '(f5.1)', iostat=status) 7
  print *, status
  write (5, *, iostat=status) 1
  print *, status
  read (6, *, iostat=status) x
  print *, status
  write (*, '(1x,a,i4)', iostat=status, err=10) 'fits', 12
  print *, 'status', status
  write (*, '(i5)') x
  10 print *, 'not here'
end program mismatch
