! test: kernel parts
C     Results that one arm sets before a call that another arm makes, too,
C     and reads after it: that of the other arm is not read, so the kernel
C     reads no result, as the table says, which has no columns for them.
C     Once LOWER and UPPER were required as columns.
      SUBROUTINE PARTS(K, A, X, LOWER, UPPER, RATIO, N)
      INTEGER K, N
      DOUBLE PRECISION A, X, LOWER, UPPER, RATIO, WHOLE, FACTOR
      N = 0
      IF (X .LT. 1D0 + A) THEN
        LOWER = X*A - 0.25D0
        CALL FILL(A, WHOLE, FACTOR)
        UPPER = WHOLE - LOWER
      ELSE IF (X .LT. 5D0 + A) THEN
        UPPER = X/A + 0.5D0
        CALL FILL(A + 1D0, WHOLE, FACTOR)
        LOWER = WHOLE*UPPER
      ELSE
        N = 3
        LOWER = X*0.5D0
        CALL FILL(X, UPPER, FACTOR)
        UPPER = LOWER + UPPER
      END IF
      RATIO = LOWER/UPPER*FACTOR
      GO TO (10, 20, 30, 40), K
      CALL FILL(X*2D0, RATIO, UPPER)
      RETURN
   10 CALL FILL(RATIO, LOWER, UPPER)
      RETURN
   20 CALL FILL(UPPER, RATIO, LOWER)
      RETURN
   30 N = N + 2
      CALL RAISE(N, LOWER)
      RETURN
   40 CALL RAISE(K, LOWER)
      END
      SUBROUTINE FILL(A, WHOLE, FACTOR)
      DOUBLE PRECISION A, WHOLE, FACTOR, ROUGH
      INTEGER I
      WHOLE = 1D0
      DO 10 I = 1, 6
   10 WHOLE = WHOLE + ROUGH(A, I)
      FACTOR = 1D0/WHOLE
      END
      SUBROUTINE RAISE(N, R)
      INTEGER N, I
      DOUBLE PRECISION R, ROUGH
      DO 10 I = 1, 2*N
   10 IF (R*N .LT. 40D0) R = ROUGH(R, N)*1.5D0 + 1D0
      END
      DOUBLE PRECISION FUNCTION ROUGH(T, N)
      DOUBLE PRECISION T
      INTEGER N, I
      ROUGH = T
      DO 10 I = 1, MOD(ABS(N), 3)
   10 ROUGH = ROUGH/(1D0 + 0.125D0*I)
      END
