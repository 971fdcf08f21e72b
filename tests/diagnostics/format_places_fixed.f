! As format_places.f90, for lines that are continued in fixed form.
      PROGRAM PLACES
      WRITE (*, 10) 1
   10 FORMAT (I5, 3 X,
C     a comment
     1        'TEXT', I 7.
     2        5, Q 3)
      END
