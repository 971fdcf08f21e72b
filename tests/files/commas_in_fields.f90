! A comma ends a numeric field of a sequential or stream file before its width, but not in a record that is accessed by
! its number: there it was taken for the end, too.
program commas_in_fields
  implicit none
  integer :: status, i = 0, j = 0, k = 0
  real :: x = 0
  open (10, status='scratch', access='direct', form='formatted', recl=8)
  write (10, '(a8)', rec=1) '1,2,3'
  write (10, '(a8)', rec=2) '  4  5.5'
  read (10, '(i5)', rec=1, iostat=status) i
  print *, status, i
  read (10, '(f5.1)', rec=1, iostat=status) x
  print *, status, x
  read (10, '(i1, 1x, i1)', rec=1, iostat=status) i, j
  print *, status, i, j
  read (10, '(i3, f5.0)', rec=2, iostat=status) i, x
  print *, status, i, x
  open (11, status='scratch', access='stream', form='formatted')
  write (11, '(a)') '1,2,3', '4,5.5'
  rewind 11
  read (11, '(3i5)', iostat=status) i, j, k
  print *, status, i, j, k
  read (11, '(i5, f5.1)', iostat=status) i, x
  print *, status, i, x
end program
