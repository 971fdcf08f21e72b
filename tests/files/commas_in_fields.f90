! A comma ends a numeric field of a sequential or stream file, or of an internal one, before its width, but not in a
! record that is accessed by its number: there it was taken for the end, too.
program commas_in_fields
  implicit none
  integer :: status, i = 0, j = 0, k = 0
  real :: x = 0
  character(7) :: text = '1,2'
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
  read (text, '(i3, i3)', iostat=status) i, j
  print *, status, i, j
  read (text, '(i1, 1x, i1)', iostat=status) i, j
  print *, status, i, j
  text = '1.5,2.5'
  read (text, '(2f5.0)', iostat=status) x
  print *, status, x
  read (text, *, iostat=status) i, x
  print *, status, i, x
  read (text(5:), '(f4.0)', iostat=status) x
  print *, status, x
end program
