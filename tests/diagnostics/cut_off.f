      PROGRAM CUT
      INTEGER I
      I = 3 + (4*
      PRINT *, I
      END
