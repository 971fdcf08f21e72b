! NAN(…) as a part of a COMPLEX in list-directed input has parentheses of its own.
program not_a_number_in_complex
  implicit none
  complex :: z
  character(40) :: text
  text = '(0.0,NAN(0x111))'
  read (text, *) z
  print *, z
  text = '( NaN(123) , -nan(abc) )  '
  read (text, *) z
  print *, z
  text = '(1.5, 2.5)'
  read (text, *) z
  print *, z
end program
