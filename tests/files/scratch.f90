! Scratch files, which are gone when they are closed, and units that the program has not chosen.
program scratch
  integer :: first, second, third, i, status
  logical :: is_named, is_open
  character(80) :: message
  character(10) :: text
  open (newunit=first, status='scratch')
  open (newunit=second, status='scratch', form='unformatted')
  open (newunit=third, file='third')
  print *, first, second, third
  write (first, *) 42
  write (second) 43
  write (third, '(a)') 'kept'
  rewind first
  rewind second
  read (first, *) i
  print *, i
  read (second) i
  print *, i
  inquire (first, named=is_named, opened=is_open)
  print *, is_named, is_open
  close (second)
  open (newunit=i, status='scratch', access='direct', recl=4)
  print *, i == second
  write (i, rec=5) 5
  close (i, status='delete')
  close (first, status='keep', iostat=status, iomsg=message)
  print *, status, trim(message)
  inquire (first, opened=is_open)
  print *, is_open
  i = -77
  write (i, *, iostat=status, iomsg=message) 1
  print *, status, trim(message)
  open (20, status='scratch', file='name', iostat=status, iomsg=message)
  print *, status, trim(message)
  text = 'third'
  inquire (file=text, opened=is_open, number=i)
  print *, is_open, i == third
end
