! A character of UTF-8 is as many characters of Fortran as it has bytes: in LEN, substrings, Hollerith data and formats.
program utf_8
  implicit none
  character, parameter :: first = 'é'
  character(len=*), parameter :: summer = 'été'
  integer :: h
  data h /4héab/
  print *, len('é'), len(summer), ichar(first), ichar(summer(2:2)), index(summer, 'té'), h
  write (*, 100) 3
100 format ('ä ', 4hé x, i3)
  print *, summer(1:2) // '|' // summer(3:)
  stop 'à bientôt'
end program
