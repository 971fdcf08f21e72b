! READ and WRITE that leave the record unfinished, and what they say: SIZE=, EOR=, IOMSG=.
program pieces
  integer i, n, status
  character(5) word
  character(40) message
  character(3) way
  character one
  integer a, b
  do i = 1, 4
    write (*, '(i2, a)', advance='no') i, ','
  end do
  write (*, *) 'end'
  write (6, '(a)', advance='NO') 'a'
  write (6, '(a)', advance='yes') 'b'
  way = 'no'
  write (*, '(a)', advance=way) 'c'
  way = 'YES'
  write (*, '(a, i0)', advance=way) 'd', 5
  ! Word by word.
  read (*, '(a)', advance='no', size=n, eor=10, iostat=status) word
  print *, word, n, status
  read (*, '(a)', advance='no', size=n, eor=10) word
  print *, word, n
  read (*, '(a)', advance='no', size=n, eor=10) word
  print *, 'not here'
10 print *, '[', word, ']', n
  ! The next record is a new one.
  read (5, '(i3)', advance='no') a
  read (5, '(t2, i2, i2)') a, b
  print *, a, b
  ! Character by character, up to the end.
  n = 0
  do
    read (*, '(a)', advance='no', iostat=status, iomsg=message) one
    if (status == -2) then
      print *, n, message
      n = 0
    else if (status == -1) then
      print *, message
      exit
    else
      n = n + 1
    end if
  end do
  message = 'unchanged'
  read (word, '(i5)', iostat=status, iomsg=message) a
  print *, status, message
  word = '12345'
  message = 'unchanged'
  read (word, '(i5)', iostat=status, iomsg=message) a
  print *, status, message, a
  write (word, '(i9)', iostat=status, iomsg=message) a
  print *, status, message
  way = 'may'
  write (*, '(a)', advance=way, iostat=status, iomsg=message) 'x'
  print *, status, message
end program
