! What was written is in the files when the program stops.
program stop_with_open_files
  open (10, file='text')
  write (10, *) 'before the stop'
  write (10, '(a)', advance='no') 'without end'
  open (11, file='bytes', form='unformatted')
  write (11) 1, 2, 3
  open (12, file='records', access='direct', recl=8)
  write (12, rec=2) 2
  open (13, status='scratch')
  write (13, *) 'gone'
  stop 3
end
