      SUBROUTINE S(X)
   10 X = X + 1
      IF (X .LT. 3) GO TO 10
   10 X = X + 2
      IF (X .LT. 9) GO TO 10
      END
