! test: kernel horner
! test: set n = 4
! test: set scale = 0.75
! test: array c = 1.0 -0.5 0.25 3.0 -2.0
C     Scalars that all rows share: a loop whose count does not vary, with
C     an exit that does.
      DOUBLE PRECISION FUNCTION HORNER(C, N, SCALE, X, LIMIT)
      INTEGER N, I
      DOUBLE PRECISION C(0:N), SCALE, X, LIMIT
      HORNER = 0D0
      DO 10 I = N, 0, -1
      HORNER = (HORNER*X + C(I))*SCALE
      IF (ABS(HORNER) .GT. LIMIT) GO TO 20
   10 CONTINUE
      IF (N .GT. 3) HORNER = HORNER + SCALE
   20 IF (SCALE .LT. 0.5D0) HORNER = -HORNER
      END
