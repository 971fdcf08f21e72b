! With `$`, what is written ends no record from there on: not where the format is used again, and not at `/`. The
! records of internal files, and what is read, are as ever.
program dollar_reversion
  character(4) :: c(3) = '....'
  character(8) :: s
  integer :: i, j, k
  write (*, '(a, $, 2x, t3, a)') 'AB', 'CD', 'EF', 'GH'
  write (*, '(a)') '|'
  write (*, '(a, $, //, a, t6, a)') 'AB', 'CD', 'E', 'FG'
  write (*, '(a)') '|'
  write (c, '(a, $)') 'A', 'B', 'C'
  print '(3(a, "|"))', c
  write (*, '(a, $, /, a)', advance='no') 'A', 'B', 'C'
  write (*, '(a)') '|'
  write (*, '(a, /)', advance='no') 'A', 'B', 'C'
  write (*, '(a)') '|'
  write (*, '(a, tr2, $)') 'A', 'B', 'C'
  write (*, '(a)') '|'
  write (*, '(i2, :, $, tl1)') 1, 2, 3
  write (*, '(a)') '|'
  open (10, status='scratch')
  write (10, '(a)') '1 2 3', '4 5 6', '7 8 9'
  rewind 10
  read (10, '(i2, $)') i, j, k
  print *, i, j, k
  read (10, '(i2, $)') i
  print *, i
  close (10)
  open (10, status='scratch', access='direct', form='formatted', recl=5)
  write (10, '(a, $)', rec=1) 'AB', 'CD', 'EF'
  read (10, '(a)', rec=1) s
  print *, s
  read (10, '(a)', rec=2, iostat=i) s
  print *, s, i
  close (10)
end
