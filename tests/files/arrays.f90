! Arrays, sections and implied DOs in files, and functions that read and write between items.
program arrays
  integer :: i, j, m(3, 4), column(3), total
  real, allocatable :: a(:, :)
  character(4) :: names(3)
  logical :: flags(4)
  complex(8) :: z(2)
  open (10, file='table')
  m = reshape([(i, i=1, 12)], [3, 4])
  write (10, '(4i5)') transpose(m)
  write (10, '(3(a,1x))') 'one', 'two', 'six'
  write (10, *) [.true., .false., .true., .false.]
  write (10, *) (1.d0, 2.d0), (3.d0, 4.d0)
  write (10, '(2(i0,1x))') ((i, j, i=1, 2), j=1, 2)
  rewind 10
  do i = 1, 3
    read (10, *) m(i, :)
  end do
  read (10, *) names
  read (10, *) flags
  read (10, *) z
  read (10, *) ((m(i, j), j=1, 2), i=1, 2)
  print *, m
  print *, names, flags, z
  allocate (a(2, 3))
  open (11, file='matrix', form='unformatted')
  a = reshape([(real(i), i=1, 6)], [2, 3])
  write (11) shape(a), a
  rewind 11
  read (11) i, j
  deallocate (a)
  allocate (a(i, j))
  rewind 11
  read (11) i, j, a
  print *, a
  rewind 10
  read (10, *) column(1), (column(i), i=2, 3)
  print *, column
  total = 0
  write (12, *) count_lines('one'), count_lines('two'), total
  print *, total
contains
  integer function count_lines(text)
    character(*), intent(in) :: text
    character(8) :: scratch
    total = total + 1
    write (13, *) text, total
    write (scratch, '(i8)') total
    read (scratch, *) count_lines
  end
end
