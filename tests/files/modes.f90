! How items are edited: said by OPEN, by the statement, and by both.
program modes
  real :: x, y
  integer :: i, j, status
  character(30) :: text, other
  character(80) :: message

  open (10, file='quoted', delim='quote')
  write (10, *) 'it''s', 'a "word"', 1
  write (10, *, delim='apostrophe') 'it''s', 'next'
  write (10, *, delim='none') 'plain', 'text'
  rewind 10
  read (10, *) text, other, i
  print *, trim(text), '|', trim(other), i
  close (10)

  open (11, file='commas', decimal='comma')
  write (11, *) 1.5, (2.5, 3.5)
  write (11, '(f6.2)') 4.25
  write (11, '(f6.2)', decimal='point') 4.25
  rewind 11
  read (11, '(a)') text
  print *, text
  read (11, '(f6.2)') x
  print *, x
  read (11, '(f6.2)', decimal='point') x
  print *, x
  close (11)

  open (12, file='signs', sign='plus', round='up')
  write (12, '(i5,f6.2)') 3, 2.001
  write (12, *) 3, 2.5
  write (12, '(i5,f6.2)', sign='suppress', round='down') 3, 2.009
  write (12, '(f5.1)', round='compatible') 0.25
  write (12, '(f5.1)', round='nearest') 0.25
  write (12, '(f5.1)', round='zero') -0.39
  write (12, '(f5.1)', round='processor_defined') 0.35
  close (12)

  open (13, file='blanks', blank='zero', pad='no')
  write (13, '(a)') '1 2 ', '1 2', '12', '1 2 '
  rewind 13
  read (13, '(i4)') i
  print *, i
  read (13, '(i4)', pad='yes') i
  print *, i
  read (13, '(i4)', iostat=status, iomsg=message) i
  print *, status, trim(message)
  read (13, '(i4)', blank='null') i
  print *, i
  close (13)

  write (text, '(f5.2)', decimal='comma') 1.25
  read (text, *, decimal='comma') x
  print *, trim(text), x
  read (text, '(f5.2)', decimal='comma') y
  print *, y
  write (10, '(a)', sign='neither', iostat=status, iomsg=message) 'a'
  print *, status, trim(message)
end
