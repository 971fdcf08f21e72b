! Records in parts, as those of more than 2 GiB are: each part is between two lengths, of which the first is negative
! where another one follows, the last where one came before. gfortran -fmax-subrecord-length=8 writes them so.
program parts
  integer :: numbers(5), i, status
  character(80) :: message
  double precision :: d
  open (10, file='records', access='stream')
  write (10) -8, 1, 2, 8, -8, 3, 4, -8, 4, 5, -4
  write (10) 4, 6, 4
  write (10) -6, 7, 7_2, 6, 2, 0_2, -2
  write (10) -8, 8, 9, 8, 0, 0
  close (10)
  open (10, file='records', form='unformatted')
  read (10) numbers
  print *, numbers
  read (10) i
  print *, i
  read (10) i, i
  print *, i
  read (10) i
  print *, i
  read (10, iostat=status, iomsg=message) i
  print *, status, trim(message)
  rewind 10
  read (10) numbers(1:3)
  read (10) i
  print *, numbers, i
  backspace 10
  backspace 10
  read (10) d, numbers(1)
  print *, transfer(d, numbers(1:2)), numbers(1)
  backspace 10
  read (10, iostat=status, iomsg=message) numbers, i
  print *, status, trim(message)
  read (10) i
  print *, i
  backspace 10
  write (10) -6
  close (10)
end
