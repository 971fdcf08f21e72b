! ERROR STOP with a number ends the program with that status.
program error_stop
  integer :: i
  do i = 1, 3
    print *, i
    if (i == 2) error stop 7
  end do
end program
