! test: kernel caller
C     Calls from divergent code of subprograms that have loops, change
C     their arguments, and call others.
      DOUBLE PRECISION FUNCTION CALLER(X, N)
      DOUBLE PRECISION X, Y, HORNER
      INTEGER N, K
      Y = X
      K = N
   10 IF (K .LE. 0) GO TO 40
      IF (MOD(K, 3) - 1) 20, 30, 35
   20 CALL STEP(Y, K)
      GO TO 10
   30 Y = HORNER(Y/(1D0 + ABS(Y)), K)
      K = K - 1
      GO TO 10
   35 K = K - 1
      IF (Y .LT. 0D0) CALL STEP(Y, K)
      GO TO 10
   40 CALLER = Y
      END
      SUBROUTINE STEP(Y, K)
      DOUBLE PRECISION Y, HORNER
      INTEGER K
   10 K = K - 1
      IF (K .LT. -5) RETURN
      Y = Y*1.25D0 - K
      IF (Y .GT. 10D0) GO TO 20
      IF (MOD(K, 4) .NE. 0) GO TO 10
      RETURN
   20 Y = -HORNER(1D0/Y, 3)
      END
      DOUBLE PRECISION FUNCTION HORNER(Z, N)
      DOUBLE PRECISION Z
      INTEGER N, I
      HORNER = 1D0
      DO 10 I = N, 1, -1
   10 HORNER = HORNER*Z + 1D0/I
      END
