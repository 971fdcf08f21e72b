C     A loop behind which nothing comes, entered by one lane in two: nothing of it is nested deeper than it must be.
      SUBROUTINE S(X, N)
      REAL X
      INTEGER N, I
      IF (X .LT. 0.0) RETURN
      DO 10 I = 1, N
      X = X * 0.5
      IF (X .LT. 1.0) RETURN
   10 CONTINUE
      X = 0.0
      END
