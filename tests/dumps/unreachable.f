! test: dump cfg
! test: dump ssa
! test: dump masked
C     Code that nothing reaches, a loop that never ends, an empty loop.
      SUBROUTINE LOST(K)
      INTEGER K
      GO TO 20
   10 K = K + 1
   20 IF (K .GT. 5) GO TO 40
      IF (K .LT. 0) RETURN
      GO TO 20
      K = 7
   40 K = -K
      STOP
      END
