! CONVERT: records of machines with the other order of bytes.
program byte_order
  integer :: i, a(3), status
  real(8) :: d
  complex :: z
  character(3) :: text
  character(13) :: order
  open (10, file='big', form='unformatted', convert='big_endian')
  write (10) 1, [2, 3, 4], 5.5d0, (6., 7.), 'abc', .true.
  rewind 10
  read (10) i, a, d, z, text
  print *, i, a, d, z, text
  inquire (10, convert=order)
  print *, order
  close (10)
  open (10, file='big', form='unformatted', convert='swap', action='read')
  read (10) i
  print *, i
  backspace 10
  read (10) i, a
  print *, a
  close (10)
  open (10, file='big', form='unformatted')
  read (10, iostat=status) i, a
  print *, status
  close (10)
  open (11, file='little', access='stream', convert='little_endian')
  write (11) 258, 'ab'
  close (11)
  open (11, file='little', access='stream', convert='big_endian')
  read (11) i
  print *, i
end
