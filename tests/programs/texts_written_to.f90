! Texts with initial values that only WRITE changes are variables all the same.
program texts_written_to
  implicit none
  character(20) :: line = ''
  character(4) :: lines(3) = 'none'
  integer :: table(10) = 7
  write (line, *) 'items', table(6:0), 'end'
  print *, line, '|'
  write (lines, '(i4)') 1, 22
  print *, lines
end program
