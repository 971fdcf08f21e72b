! An error that no specifier asks for ends the program; what was written is in the files.
program error_ends_the_program
  integer :: i
  open (10, file='text')
  write (10, *) 'before the error'
  open (11, file='missing', status='old')
  print *, 'not reached', i
end
