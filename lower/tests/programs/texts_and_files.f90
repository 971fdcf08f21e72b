! Internal files and formats in the interpreter: numbers to text and back, errors that are handled, records of an array.
program texts_and_files
  implicit none
  character(20) :: line
  character(6) :: table(3)
  character(4) :: name
  integer :: i, j, status
  real :: x
  double precision :: d
  logical :: flag
  write (line, '(i4.3,f8.2)') 7, -3.14159
  print *, line, '|'
  read (line, '(i4,f8.2)') i, x
  print *, i, x
  line = '12 4.5 T word'
  read (line, *) i, d, flag, name
  print *, i, d, flag, name
  line = '12 oops'
  read (line, *, iostat=status) i, j
  print *, status > 0, i
  line = ' '
  read (line, *, iostat=status) i
  print *, status < 0
  write (table, '(a,i2)') ('no', i, i = 1, 3)
  print *, table
  write (*, '(1x,a6,a2,a)') 'long', 'short', table(2)
  write (line, *) 1.5, .true.
  print *, len_trim(line), line
  write (name, '(i3)', err=10) 12345
  print *, name
  read (table(3)(3:4), '(i2)') j
  print *, j
  name = '1x2'
  read (name, '(i4)', err=10) i
  print *, 'not reached'
10 print *, 'handled'
end program texts_and_files
