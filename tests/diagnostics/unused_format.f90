! A wrong FORMAT to which no statement refers is a warning; one to which two refer is reported once.
program unused_format
    implicit none
    write (*, 20) 1
    write (*, 20) 2
10  format (I5, Q3)
20  format (I5, 2T4)
end program
