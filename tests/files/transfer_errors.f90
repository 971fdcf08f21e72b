! What data transfers and positioning refuse.
program transfer_errors
  integer :: status, i, minus
  real :: x
  character(90) :: message
  character(5) :: text
  message = ''
  open (10, file='text')
  write (10, iostat=status, iomsg=message) 1
  call show('unformatted to text')
  write (10, '(a)', rec=1, iostat=status, iomsg=message) 'a'
  call show('rec of sequential')
  write (10, '(a)', pos=1, iostat=status, iomsg=message) 'a'
  call show('pos of sequential')
  write (10, '(a)') 'abc', '12'
  rewind 10
  read (10, *, iostat=status, iomsg=message) i
  call show('value')
  read (10, '(i3)', iostat=status, iomsg=message) i
  call show('fine')
  read (10, *, iostat=status, iomsg=message) i
  call show('end')
  read (10, *, iostat=status, iomsg=message) i
  call show('behind')
  endfile (10, iostat=status, iomsg=message)
  call show('endfile behind')
  rewind 10
  read (10, '(f5.2)', iostat=status, iomsg=message) x
  call show('real')
  write (10, '(i4)', iostat=status, iomsg=message) 1.5
  call show('mismatch')
  close (10)
  open (11, file='bytes', form='unformatted')
  write (11, *, iostat=status, iomsg=message) 1
  call show('list to unformatted')
  write (11, '(a)', iostat=status, iomsg=message) 'a'
  call show('format to unformatted')
  close (11)
  open (12, file='stream', access='stream')
  write (12, pos=-2, iostat=status, iomsg=message) 1
  call show('pos of stream')
  close (12)
  flush (77, iostat=status, iomsg=message)
  call show('flush')
  backspace (77, iostat=status, iomsg=message)
  call show('backspace')
  rewind (77, iostat=status, iomsg=message)
  call show('rewind')
  minus = -5
  endfile (minus, iostat=status, iomsg=message)
  call show('endfile')
  endfile (78, iostat=status, iomsg=message)
  call show('endfile of a new one')
  open (13, file='limited', recl=6)
  write (13, '(a)', iostat=status, iomsg=message) 'seven77'
  call show('recl')
  close (13)
  write (text, '(a)', iostat=status, iomsg=message) 'longer'
  call show('internal')
  read (9, '(a)', err=20, end=30, iostat=status) text
20 print *, 'error'
30 print *, 'end', status
contains
  subroutine show(what)
    character(*), intent(in) :: what
    print *, what, status, trim(message)
    message = ''
  end
end
