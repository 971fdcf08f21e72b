! test: kernel cases
C     A computed GO TO whose cases fall through, with loops inside of
C     cases, and labels that several values share.
      DOUBLE PRECISION FUNCTION CASES(K, X)
      INTEGER K, I
      DOUBLE PRECISION X
      CASES = X
      GO TO (10, 20, 30, 20, 50, 60), K
      CASES = CASES - 1000D0
      IF (K .LT. 0) GO TO 60
   10 CASES = CASES + 1D0
   20 DO 25 I = 1, INT(X) + 1
      CASES = CASES*1.5D0
      IF (CASES .GT. 100D0) GO TO 50
   25 CONTINUE
   30 CASES = CASES + 10D0
      IF (K .EQ. 4) GO TO 70
   50 CASES = CASES/2D0
      IF (CASES .GT. X*4D0) GO TO 50
   60 CASES = -CASES
   70 CASES = CASES + K
      END
