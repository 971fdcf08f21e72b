! Lines as others write them: a last one without end, empty ones, carriage returns, very long ones.
program lines
  integer :: i = 0, n, status
  character(10) :: text
  character(200000) :: long
  real :: x(3)
  open (10, file='lines', access='stream')
  write (10) '1 2 3'//achar(13)//achar(10)//achar(10)//'4,5'//achar(10)//'6'
  close (10)
  open (10, file='lines')
  read (10, *) x
  print *, x
  read (10, '(a)', iostat=status) text
  print *, '[', text, ']', status
  read (10, *) x
  print *, x
  read (10, *, iostat=status) i
  print *, i, status
  rewind 10
  read (10, '(a)') text
  print *, '[', text, ']', len_trim(text)
  close (10)
  long = repeat('0123456789', 20000)
  open (11, file='long', status='replace')
  write (11, '(a)') long, 'after'
  write (11, '(20000i6)') (i, i=1, 20000)
  rewind 11
  long = ''
  read (11, '(a)') long
  print *, len_trim(long), long(199991:200000)
  read (11, '(a)') text
  print *, text
  read (11, *) (n, i=1, 20000)
  print *, n
  backspace 11
  backspace 11
  read (11, '(a)') text
  print *, text
  close (11, status='delete')
  open (12, file='/dev/null')
  write (12, *) 'nothing'
  rewind 12
  read (12, *, iostat=status) i
  print *, status
end
