! Records that several statements write or read.
program nonadvancing
  integer :: i, n, status
  character(4) :: part
  character(40) :: message
  message = ''
  open (10, file='parts')
  do i = 1, 3
    write (10, '(i3)', advance='no') i
  end do
  write (10, '(a)') ' end'
  write (10, '(a)', advance='no') 'left open'
  rewind 10
  do
    read (10, '(a)', advance='no', size=n, iostat=status, iomsg=message) part
    print *, part, n, status, trim(message)
    if (status == -1) exit
  end do
  close (10)
  open (11, file='open_at_end')
  write (11, '(a,$)') 'dollar'
  write (11, '(a)', advance='no') ' and no end'
  close (11)
  open (11, file='open_at_end', position='append')
  write (11, '(a)', advance='no') 'backspace'
  backspace 11
  read (11, '(a)') message
  print *, message
  close (11)
  open (12, file='open_at_exit')
  write (12, '(a,t20,a)', advance='no') 'tab', 'x'
  write (12, '(2x,a,2x)', advance='no') 'y'
end
