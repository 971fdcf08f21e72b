! test: kernel phases
! test: set start = 3
! test: set rounds = 6
C     A solver in three phases that take turns. Where it begins is told
C     by START, which is one for all lanes: a loop with three entries
C     that all lanes enter and go round together. Inside, each lane has
C     branches and loops of its own, and leaves when it has converged.
      SUBROUTINE PHASES(X, TOL, START, ROUNDS, Y, STEPS)
      DOUBLE PRECISION X, TOL, Y, D
      INTEGER START, ROUNDS, STEPS, K, N
      Y = X
      D = X*0.5D0
      STEPS = 0
      N = 0
      GO TO (10, 20, 30), START
      GO TO 90
C     Halve what is large; how often, each lane decides.
   10 D = ABS(Y) + 1D0
   11 IF (D .LE. 4D0) GO TO 12
      D = D*0.5D0
      STEPS = STEPS + 1
      GO TO 11
   12 IF (MOD(N, 3) .EQ. 2) GO TO 30
C     A step of either sign.
   20 IF (Y*Y .GT. D) THEN
        Y = Y - 0.25D0*(Y*Y - D)/(ABS(Y) + 1D0)
        STEPS = STEPS + 1
      ELSE IF (Y .GT. -5D0) THEN
        Y = Y + 0.125D0
      END IF
      IF (ABS(Y*Y - D) .LT. TOL) GO TO 90
C     A sum of as many terms as the lane has made steps.
   30 DO 31 K = 1, MOD(STEPS, 4)
      Y = Y + 1D-3/DBLE(K)
   31 CONTINUE
      N = N + 1
      IF (N .GE. ROUNDS) GO TO 90
      IF (MOD(N, 2) .EQ. 0) GO TO 10
      GO TO 20
   90 Y = Y + D
      END
