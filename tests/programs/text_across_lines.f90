! Texts that go on in a line without & at its start, behind comment lines, and that meet in their quotes.
program text_across_lines
  implicit none
  character(40) :: c
1 format (''&
   ' begins')
2 format ('ends'& ! with a comment
   ' here')
3 format ('apart' & ! with a blank in between
   ' here')
  c = "Hello, &
         world!"
  print *, c
  c = 'one &
! a comment
      &two'
  print *, c
  write (*, 1)
  write (*, 2)
  write (*, 3)
end program
