! Internal files, formats made at run time, CHARACTER items.
program internal
  implicit none
  character(20) :: line, lines(3), fmt
  character(8) :: fmts(2), word, short*3
  character(4) :: words(3)
  integer :: i, j, k(3), status
  real :: x
  data words /'one ', 'two ', 'six '/
  write (line, '(i5,f8.3)') 42, 3.14159
  print *, line, '|'
  read (line, '(i5,f8.3)') i, x
  print *, i, x
  do i = 1, 3
    lines(i) = '--------------------'
  end do
  write (lines, '(a,i3)') 'a', 1, 'b', 2, 'c', 3
  print '(a)', lines
  read (lines, '(1x,i3)') k
  print *, k
  write (line(5:10), '(i6)') 123456
  print *, line, '|'
  fmt = '(1x,3i4)'
  print fmt, 1, 2, 3
  fmts(1) = '(1x,i4,'
  fmts(2) = 'f8.2)'
  write (*, fmts) 7, 2.5
  do i = 1, 3
    write (fmt, '(''(i'',i1,'')'')') i + 2
    print fmt, i
  end do
  print '(a,a5,a2,''|'')', words
  print *, words, 'x', (words(j), j = 3, 1, -1)
  read (line, *) word
  print *, word, '|'
  line = '''it''''s'' 12 "quoted, text" 3*7'
  line = 'a,"b c",12'
  read (line, *) word, short, i
  print *, word, short, i
  line = '12 34'
  read (line, '(a3,a2)') short, word
  print *, short, '|', word, '|'
  read (line, *, iostat=status) i, j, x
  print *, i, j, status
  write (line, '(a)', iostat=status) 'much longer than the line is'
  print *, status
  lines(2) = ' '
  write (lines(2), *) 17
  print *, lines(2)(1:12), '|'
  print '(3(a,:,'', ''))', words(1)(1:3), words(2)(1:3), words(3)(1:3)
  read (*, '(a)') line
  print *, line, len_trim(line)
  read *, word, i
  print *, word, i
end program internal
