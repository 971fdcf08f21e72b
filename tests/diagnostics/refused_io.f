      PROGRAM FILES
      READ *, X
      READ (5, 10, END=20) X
   10 FORMAT (F10.2)
      WRITE (6, 10) X
      WRITE (*, '(F8.3)') X
      PRINT 10, X
   20 OPEN (1, FILE='DATA')
      WRITE (1, *) X
      REWIND 1
      BACKSPACE 1
      ENDFILE 1
      INQUIRE (1, EXIST=L)
      CLOSE (1)
      PRINT *, (X, I = 1, 3)
      END
