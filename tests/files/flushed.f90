! What is written can be read by another unit once it is flushed.
program flushed
  integer :: i
  open (10, file='shared')
  write (10, *) 1, 2
  flush (10)
  open (11, file='shared', action='read')
  read (11, *) i
  print *, i
  close (11)
  write (10, *) 3
  flush 10
  call flush(10)
  call flush()
  open (12, file='shared', action='read')
  read (12, *) i
  read (12, *) i
  print *, i
  open (13, file='later', asynchronous='yes')
  write (13, *, asynchronous='yes', id=i) 7
  wait (13, id=i)
  wait (13)
  close (13)
  open (13, file='later')
  read (13, *) i
  print *, i
end
