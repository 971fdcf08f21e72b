C     An error that the program does not handle ends it with status 2.
      PROGRAM IOEND
      INTEGER I
      PRINT *, 'before'
      READ(5,*) I
      PRINT *, 'not here'
      END
