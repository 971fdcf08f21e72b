! test: explain reached
! What fails where it is reached, and what a kernel leaves out.
integer function reached(n)
  integer n, m
  reached = n
  print *, 'n is', n
  if (n > 3) open (7, file='a')
  if (n > 4) read (5, *) reached
  if (n > 5) call nowhere(n)
  if (n > 6) stop 'too many'
end function
