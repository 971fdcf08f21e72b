! ERROR STOP with a text that is computed ends the program with status 1.
program error_stop_computed
  implicit none
  character(8) :: text
  integer :: i
  text = 'row'
  do i = 1, 3
    print *, i
    write (text(5:8), '(i2)') i
    if (i == 2) error stop text
  end do
end program
