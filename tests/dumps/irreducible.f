! test: dump cfg
! test: dump split
! test: dump ssa
! test: dump structured
! test: dump masked
C     A loop of two blocks, entered at either one.
      INTEGER FUNCTION STEPS(K, X)
      INTEGER K
      DOUBLE PRECISION X, Y
      Y = X
      STEPS = 0
      IF (K .GT. 0) GO TO 20
   10 Y = Y*0.5D0
      STEPS = STEPS + 1
   20 Y = Y - 1D0
      IF (Y .GT. 1D0) GO TO 10
      END
