program end_ends_the_program
  integer :: i
  open (10, file='text')
  write (10, *) 1
  rewind 10
  read (10, *) i
  print *, i
  read (10, *) i
  print *, 'not reached', i
end
