! READ of internal files: blanks behind the text do not count, a slash at the end reads nothing, and a text in the format
! is an error where it is reached.
program internal_reads
  character(80) :: l = 'hello world', a(2)
  character(10) :: s, u
  character(3) :: c
  integer :: i, n
  read(l,'(a20)') s
  print *, '[',s,']'
  read(l,'(a12,a3)') s, c
  print *, '[',s,'][', c, ']'
  read(l,'(a8,a6)') s, c
  print *, '[',s,'][', c, ']'
  l(30:30) = 'x'
  read(l,'(a20,a10)') s, u
  print *, '[',s,'][',u,']'
  a = ['hello world', 'other      ']
  read(a,'(a20)') s, u
  print *, '[',s,'][',u,']'
  l = '12'
  read(l,'(bz,i5)') i
  print *, i
  read(l,'(t3,i5)') i
  print *, i
  l = 'abcdefghijklmnop'
  read(l,'(t5,a30)') s
  print *, '[',s,']'
  read(l,'(5x,a12)') s
  print *, '[',s,']'
  read(l(1:40),'(a17)') s
  print *, '[',s,']'
  read(l(1:16),'(a20)') s
  print *, '[',s,']'
  write(*,'(a)') 'file:'
  open(10,status='scratch')
  write(10,'(a80)') 'hello world'//repeat(' ',69)
  rewind 10
  read(10,'(a20)') s
  print *, '[',s,']'
  call more
  call texts
end program
subroutine more
  character(40) :: l
  character(5) :: s, u
  integer :: i, j, n
  real :: x
  l = 'ab cd'
  read(l,'(a8,tl8,a3)') s, u
  print *, '[',s,'][',u,']'
  read(l,'(a8/)') s; print *, s; read(l,'(a8//3x)',iostat=i) s; print *, i, s
  print *, '[',s,']'
  read(l,'(a8)', blank='null') s
  print *, '[',s,']'
  read(l,'(a8,"bz")', iostat=i) s
  print *, '[',s,']', i
  l = '  7'
  read(l,'(i10,i10)', iostat=i) j, n
  print *, i, j, n
  l = '1.5'
  read(l,'(f10.3)') x
  print *, x
  read(l,'(f10.3,a4)') x, s
  print *, x, '[',s,']'
  l = ' '
  read(l,'(a8)') s
  print *, '[',s,']'
  read(l,'(i4)', iostat=i) j
  print *, i, j
  l = 'xyz'
  read(l,'(a2,a8,a1)', pad='no', iostat=i) s, u
  print *, i, '[',s,'][',u,']'
  read(l,'(10x,a8)', iostat=i) s
  print *, i, '[',s,']'
end subroutine
subroutine texts
  character(20) :: l, m
  character(4) :: s, u
  integer :: i
  l = "abcdefgh"; m = " "; s = "-"; u = "-"
  read(l,'(a2,"xx",a2)', iostat=i, iomsg=m) s, u
  print *, i, s, u, m
  read(l,'(a2,"xx")', iostat=i, iomsg=m) s
  print *, i, s, m
  read(l,'("xx",a2)', iostat=i) s
  print *, i, s
  read(l,'(a2,2Hxx,a2)', iostat=i) s, u
  print *, i, s, u
  open(10,status='scratch'); write(10,'(a)') 'abcdefgh'; rewind 10
  read(10,'(a2,"bz",a2)', iostat=i) s, u
  print *, i, s, u
end subroutine
