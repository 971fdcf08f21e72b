! test: kernel twohed
C     A loop of two blocks, entered at either one.
      INTEGER FUNCTION TWOHED(K, X)
      INTEGER K
      DOUBLE PRECISION X, Y
      Y = X
      TWOHED = 0
      IF (K .GT. 0) GO TO 20
   10 Y = Y*0.5D0
      TWOHED = TWOHED + 1
      IF (TWOHED .GT. 60) GO TO 30
   20 Y = Y - 1D0
      TWOHED = TWOHED + 2
      IF (Y .GT. 1D0) GO TO 10
      IF (Y .GT. 0.5D0) GO TO 20
   30 X = Y
      END
