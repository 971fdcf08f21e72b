! OPEN of a unit that is connected: to another file, or to the same one with other modes.
program reopen
  integer :: i
  character(20) :: text, name
  logical :: is_open
  open (10, file='first')
  write (10, *) 1
  open (10, file='second')
  write (10, *) 2
  inquire (file='first', opened=is_open)
  print *, is_open
  open (10, file='second', delim='quote', sign='plus')
  write (10, *) 'delimited', 3
  open (10, blank='zero')
  inquire (10, name=name, blank=text)
  print *, name, text
  open (10, file='second', position='rewind')
  read (10, *) i
  print *, i
  open (10, file='second', status='old', position='append')
  write (10, '(a)') 'more'
  open (10, file='./second', position='rewind')
  read (10, '(a)') text
  print *, text
  close (10)
  open (10, file='second', status='replace')
  write (10, '(a)') 'replaced'
  close (10)
  open (11, file='first  ', status='old')
  close (11, status='delete')
  inquire (file='first', exist=is_open)
  print *, is_open
end
