      PROGRAM HALT
      PRINT *, 1
      IF (2 .GT. 1) STOP 42
      PRINT *, 2
      END
