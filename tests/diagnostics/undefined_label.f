      SUBROUTINE S(X, K)
      GO TO 10
      GO TO (20, 30, 20), K
      IF (X) 20, 40, 50
   20 X = 1
   40 CONTINUE
      DO 60 I = 1, 3
      X = X + I
      END
