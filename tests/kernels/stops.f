! test: kernel halts
C     STOP ends a lane, also within a callee and within a loop.
      INTEGER FUNCTION HALTS(N)
      INTEGER N, I
      HALTS = 0
      DO 10 I = 1, N
      HALTS = HALTS + I
      IF (HALTS .EQ. 15) STOP
      CALL CHECK3(HALTS)
   10 CONTINUE
      IF (N .LT. 0) STOP 'negative'
      END
      SUBROUTINE CHECK3(K)
      INTEGER K
      IF (K .EQ. 6) K = 4
      IF (K .EQ. 24) STOP 3
      END
