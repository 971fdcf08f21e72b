! Unformatted sequential records: all types, arrays, records that are read in part, and back over them.
program unformatted
  integer(1) :: i1
  integer(2) :: i2
  integer :: i, n, status, a(5), b(2,3)
  integer(8) :: i8
  real :: x
  double precision :: d
  complex :: z
  complex(8) :: z8
  logical :: l
  character(7) :: text, texts(2)
  character(80) :: message
  real, allocatable :: big(:)

  open (10, file='records', form='unformatted')
  write (10) 1_1, 2_2, 3, 4_8, 5.5, 6.5d0, (7., 8.), (9.d0, 10.d0), .true., 'eleven'//' '
  write (10)
  a = [(i, i=1, 5)]
  b = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  write (10) a, b(:, 2), (a(i), b(1, i), i=1, 3)
  texts = ['one    ', 'two    ']
  write (10) texts, texts(2)(1:3)
  rewind 10
  read (10) i1, i2, i, i8, x, d, z, z8, l, text
  print *, i1, i2, i, i8, x, d, z, z8, l, text
  read (10)
  a = 0
  b = 0
  read (10) a(1:2), b(:, 1)
  print *, a, b
  read (10) text
  print *, text
  read (10, iostat=status, iomsg=message) i
  print *, status, trim(message)
  read (10, iostat=status, iomsg=message) i
  print *, status, trim(message)
  backspace 10
  backspace 10
  backspace 10
  read (10) a
  print *, a
  backspace 10
  a = -1
  read (10, iostat=status, iomsg=message) a, a, a, a
  print *, status, trim(message), a
  ! What is after a record that is written goes.
  rewind 10
  read (10) i1
  write (10) 'short'
  read (10, iostat=status) i
  print *, status
  close (10)

  allocate (big(30000))
  big = [(real(i), i=1, 30000)]
  open (11, file='large', form='unformatted', status='replace')
  write (11) big, 'end'
  write (11) 1
  backspace 11
  backspace 11
  big = 0
  read (11) big
  print *, sum(big(1:100)), big(30000)
  read (11) n
  print *, n
  close (11, status='delete')
end
