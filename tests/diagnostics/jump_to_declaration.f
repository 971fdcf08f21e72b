      SUBROUTINE S(X)
   10 INTEGER I
   20 FORMAT (1X, I5)
   30 DATA I /3/
      X = I
      IF (X .GT. 1) GO TO 10
      IF (X .GT. 2) GO TO 20
      GO TO 30
      END
