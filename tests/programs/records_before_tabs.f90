! What a WRITE with ADVANCE='NO' leaves behind the column to which a tab has led is written over by the next one; units
! are opened again with the same status; positions that INQUIRE says.
program records_before_tabs
  implicit none
  character(20) :: line
  integer :: ios, i
  open (10, file='records_before_tabs.txt', status='unknown')
  open (10, file='records_before_tabs.txt', status='unknown', iostat=ios)
  print *, ios
  write (10, '(a, t1, a)', advance='no') '123456789', 'abc'
  write (10, '(a)') 'def'
  write (10, '(a, t1, a, 2x)', advance='no') '123456789', 'z'
  write (10, '(tr1, a)') 'AB'
  write (10, '(a, tl3)', advance='no') '123456789'
  write (10, '(a)') 'AB'
  write (10, '(a, t1, a)', advance='no') 'xxxxxxxxx', 'abc'
  backspace (10)
  call show('after backspace')
  rewind (10)
  do i = 1, 5
    read (10, '(a)', iostat=ios) line
    print *, ios, line
  end do
  call show('at the end')
  close (10, status='delete')
contains
  subroutine show(what)
    character(*), intent(in) :: what
    character(11) :: place
    inquire (10, position=place)
    print *, what, ' ', place
  end subroutine
end program
