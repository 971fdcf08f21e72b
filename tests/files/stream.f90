! Stream access: bytes without records, at places.
program stream
  integer :: i, place, status
  integer(2) :: two(3)
  character(6) :: text
  character(80) :: message

  open (10, file='bytes', access='stream')
  write (10) 'abcdef', 1, 2_2
  inquire (10, pos=place)
  print *, place
  write (10, pos=3) 'CD'
  inquire (10, pos=place)
  print *, place
  rewind 10
  read (10) text
  print *, text
  read (10) i
  print *, i
  read (10, pos=2) text(1:2)
  print *, text
  write (10, pos=20) [7_2, 8_2, 9_2]
  read (10, pos=20) two
  print *, two
  inquire (10, size=i)
  print *, i
  read (10, pos=24, iostat=status, iomsg=message) i
  print *, status, trim(message)
  read (10, pos=0, iostat=status, iomsg=message) i
  print *, status, trim(message)
  backspace (10, iostat=status, iomsg=message)
  print *, status, trim(message)
  close (10)

  open (11, file='text', access='stream', form='formatted')
  write (11, '(a)') 'first line', 'second line'
  inquire (11, pos=place)
  print *, place
  write (11, '(a)', advance='no') 'third'
  write (11, '(a)') ' line'
  rewind 11
  read (11, '(a)') text
  inquire (11, pos=place)
  print *, text, place
  read (11, '(a)') text
  print *, text
  ! What is after it goes.
  write (11, '(a)', pos=7) 'LINE'
  rewind 11
  read (11, '(a)') message
  print *, trim(message)
  read (11, '(a)', iostat=status) text(1:1)
  print *, status
end
