! test: kernel newton
C     Nothing but 32-bit reals and integers.
      REAL FUNCTION NEWTON(A, START, STEPS)
      REAL A, START, X, D
      INTEGER STEPS
      X = START
      STEPS = 0
   10 D = (X*X*X - A)/(3.0*X*X)
      X = X - D
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 20
      IF (ABS(D) .GT. 1E-6*ABS(X)) GO TO 10
   20 NEWTON = X
      IF (X .LT. 0.0) NEWTON = -SQRT(-X)
      NEWTON = NEWTON + MOD(STEPS, 3)*0.1
      END
