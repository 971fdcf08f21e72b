! Direct access: records by number, with gaps, shorter than their length, and what can't be.
program direct
  integer :: i, n, status, a(4)
  real(8) :: d
  character(5) :: text
  character(80) :: message

  inquire (iolength=n) i, d, text
  print *, n
  open (10, file='records', access='direct', recl=n)
  write (10, rec=3) 3, 3.5d0, 'three'
  write (10, rec=1) 1, 1.5d0, 'one  '
  inquire (10, nextrec=i)
  print *, 'next', i
  write (10, rec=2) 2
  read (10, rec=3) i, d, text
  print *, i, d, text
  read (10, rec=2) i, d
  print *, i, d
  read (10, rec=9, iostat=status, iomsg=message) i
  print *, status, trim(message)
  read (10, rec=0, iostat=status, iomsg=message) i
  print *, status, trim(message)
  read (10, rec=-4, err=20) i
  print *, 'no error'
20 read (10, rec=1) a
  print *, a(1)
  read (10, rec=1, iostat=status, iomsg=message) a, a
  print *, status, trim(message)
  read (10, iostat=status, iomsg=message) i
  print *, status, trim(message)
  read (10, '(i4)', rec=1, iostat=status, iomsg=message) i
  print *, status, trim(message)
  backspace (10, iostat=status, iomsg=message)
  print *, status, trim(message)
  endfile (10, iostat=status, iomsg=message)
  print *, status, trim(message)
  rewind (10, iostat=status, iomsg=message)
  print *, status, trim(message)
  close (10)
  open (10, status='scratch', access='direct', recl=8)
  write (10, rec=4, iostat=status, iomsg=message) d, 1_1
  print *, status, trim(message)
  close (10)

  open (11, file='lines', access='direct', form='formatted', recl=12)
  write (11, '(a,i4)', rec=2) 'second', 2
  write (11, '(a/a)', rec=4) 'fourth', 'fifth'
  write (11, '(t8,a)', rec=1) 'tab'
  inquire (11, nextrec=i)
  print *, 'next', i
  read (11, '(a,i4)', rec=2) text, i
  print *, text, i
  read (11, '(a/a)', rec=4) text, message(1:5)
  print *, text, message(1:5)
  write (11, '(a)', rec=6, iostat=status, iomsg=message) 'more than twelve'
  print *, status, trim(message)
  read (11, '(a)', rec=7, iostat=status, iomsg=message) text
  print *, status, trim(message)
  close (11)
  open (12, file='lines', access='direct', form='formatted', recl=1)
  read (12, '(a)', rec=13) text
  print *, text(1:1)
end
