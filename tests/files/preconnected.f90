! Units that no OPEN has connected, and the console's units connected to files.
program preconnected
  integer :: i, status
  character(30) :: text
  logical :: is_open
  write (21, *) 'a file of its own'
  write (22) 22
  read (23, *, iostat=status) i
  print *, status
  rewind 22
  read (22) i
  print *, i
  close (21, status='delete')
  write (6, '(a)') 'to the console'
  open (6, file='output')
  write (6, '(a)') 'to the file'
  print *, 'to it as well', 1
  write (*, '(a)', advance='no') 'no end'
  close (6)
  write (6, '(a)') 'and to fort.6'
  open (5, file='input')
  write (5, *) 5, 6
  rewind 5
  read (*, *) i
  write (0, *) 'shown nowhere'
  read (5, *, iostat=status) text
  write (7, *) i, status
  close (5)
  inquire (5, opened=is_open)
  write (7, *) is_open

end
