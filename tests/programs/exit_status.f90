! CALL EXIT ends the program with its status, wherever it is called, and shows nothing.
program leaves
  intrinsic exit
  integer i
  do i = 1, 5
    print *, i
    call leave(i)
  end do
  print *, 'never'
end program
subroutine leave(i)
  integer i
  if (i == 3) call exit(i + 4)
end subroutine
