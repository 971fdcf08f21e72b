! Formatted sequential files: written, read, gone back in, cut off by a WRITE, continued at the end.
program sequential
  integer :: i, n, status
  real :: x
  character(20) :: text

  open (10, file='records', status='new')
  do i = 1, 5
    write (10, '(i3,f8.3,1x,a)') i, i*1.5, 'record'
  end do
  rewind (10)
  n = 0
  do
    read (10, '(i3,f8.3,1x,a)', end=20) i, x, text
    n = n + 1
    print *, i, x, text
  end do
20 print *, n, 'records'
  ! Back over the end, and over the last record.
  backspace 10
  backspace 10
  read (10, '(i3)') i
  print *, 'again', i
  rewind 10
  read (10, *) i
  read (10, *) i
  ! What is after the record that is written goes.
  write (10, '(a)') 'cut'
  read (10, *, iostat=status) i
  print *, 'after the write', status
  close (10)

  open (10, file='records', status='old', position='append')
  write (10, '(a)') 'appended'
  close (10)
  open (10, file='records', access='append')
  write (10, '(a)') 'and again'
  endfile 10
  close (10)
  open (11, file='records', action='read')
  do
    read (11, '(a)', iostat=status) text
    if (status /= 0) exit
    print '(2a)', text, '|'
  end do
  print *, status
  close (11)
  open (12, file='two', status='replace')
  write (12, '(a/a,/,a)') 'one', 'two', 'three'
  write (12, '(3(i4))') (i, i=1, 7)
  write (12, '()')
  write (12, *) 'list', 1, 2.5, .true., (1., -2.)
  backspace 12
  backspace (12)
  read (12, '(a)') text
  print *, '[', text, ']'
  close (12)
  ! An ENDFILE at the begin leaves nothing.
  open (13, file='empty')
  write (13, *) 1
  rewind 13
  end file 13
  close (13)
end
