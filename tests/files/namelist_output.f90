! NAMELIST output: all types, repeats, long arrays, delimiters and modes; read again.
program namelist_output
  integer :: i, a(5), m(2, 3), none(0), status
  integer(8) :: i8
  integer(1) :: i1
  integer(2) :: few(0:2) = [7_2, 7_2, -7_2]
  real :: x, xs(12)
  double precision :: d
  complex :: z, zs(2)
  complex(8) :: zz
  logical :: l, ls(3)
  character(5) :: text, texts(2), many(7)
  character(100) :: long
  character(80) :: lines(12)
  character(400) :: line
  real, allocatable :: grown(:, :)
  namelist /first/ i, a, m, x, d, z, l, ls, text, texts, none
  namelist /second/ i8, i1, few, xs, zz, zs, long, many, /third/ a, grown
  namelist /third/ text
  i = 1
  a = [1, 2, 3, 4, 5]
  m = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  x = 1.5
  d = -2.5d100
  z = (1., 2.)
  l = .true.
  ls = [.true., .false., .true.]
  text = 'ab''c"'
  texts = ['one  ', 'two  ']
  i8 = 7
  i1 = -1
  xs = [1., 2., 1., 1., 5., 6., 7., 8., 9., 10., 11., 1e20]
  zz = (1d0, -2d0)
  zs = (3., 4.)
  long = repeat('abcdefghij', 10)
  many = ['a', 'b', 'b', 'c', 'd', 'e', 'f']
  allocate (grown(2, 2))
  grown = 0.25
  write (*, nml=first)
  write (*, second)
  print third
  open (10, file='quotes', delim='quote')
  write (10, first)
  write (10, nml=second)
  close (10)
  open (10, file='apostrophes', delim='apostrophe')
  write (10, first)
  write (10, third)
  rewind 10
  a = 0
  text = ''
  texts = ''
  grown = 0
  read (10, nml=third)
  print *, a, grown, text
  rewind 10
  read (10, first)
  print *, a, texts
  close (10)
  open (10, file='bare', delim='none', decimal='comma', sign='plus')
  write (10, first)
  write (10, nml=third, delim='quote', decimal='point')
  close (10)
  open (10, file='plain')
  write (10, first)
  close (10)
  a = [1, 1, 1, 2, 2]
  ls = .true.
  texts = 'same'
  m = 0
  write (*, first)
  lines = '-'
  write (lines, nml=first)
  print '(a)', lines
  text = 'inner'
  line = '-'
  write (line, nml=third)
  print '(a)', line
  text = ''
  a = 0
  read (line, nml=third, iostat=status)
  print *, status, text, a
  read (lines, nml=first, iostat=status)
  print *, status, texts, m
  write (line(1:10), nml=third, iostat=status)
  print *, status
  write (10, nml=first, iostat=status)
  read (11, nml=first, end=20)
  print *, 'no end'
20 print *, 'end'
end
