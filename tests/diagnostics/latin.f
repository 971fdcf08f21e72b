      SUBROUTINE LATIN(X)
C     größer
      PRINT *, 'größer', X +
      END
