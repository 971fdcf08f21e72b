! Sections of CHARACTER arrays as internal files were refused, with a message about a status.
program sections_as_files
  implicit none
  type page
    character(6) :: lines(4) = '......'
  end type
  type(page) :: sheet
  character(20) :: l(4) = 'x'
  character(5) :: grid(2, 3) = '-'
  integer :: ios, i, j, k
  write (l(1:4:2), '(i3)') 1, 2
  print '(4a)', l
  ios = 7
  write (l(4:1:-1), '(i3, a)', iostat=ios) 10, 'a', 20, 'b'
  print '(i3, 4a)', ios, l
  write (l(2:3), *) 'listed'
  print '(4a)', l
  write (l(:), '(a)', iostat=ios) 'one', 'two', 'three', 'four'
  print '(i3, 4a)', ios, l
  write (l(1:3:2), '(i3)', iostat=ios, err=10) 5, 6, 7
  print *, 'not reached'
10 print '(i3, 4a)', ios, l(2:4)
  write (grid(2, :), '(i2)') 7, 8
  print '(6("[", a, "]"))', grid
  read (grid(2, 1:2), '(i2)') i, j
  print *, i, j
  write (l(1:3:2)(2:4), '(i3)') 123, 456
  print '(4a)', l(2:4)
  write (sheet%lines(2:4:2), '(i6)') 17, 18
  print '(4a)', sheet%lines
  call scan_lines(['1 2', '3 4', '5 6'])
  k = -1
  read (l(2:4:2), *, iostat=ios, end=20) i, j, k
20 print *, ios < 0 .or. ios > 0, k
contains
  subroutine scan_lines(lines)
    character(*), intent(in) :: lines(:)
    integer :: a, b, c
    read (lines(1:3:2), *) a, b, c
    print *, a, b, c
    read (lines(3:1:-1), '(i1)', iostat=c) a, b
    print *, a, b, c
  end subroutine
end program
