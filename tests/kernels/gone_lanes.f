! test: kernel gone
! test: array table = 2.0 3.0 5.0 7.0 11.0
C     Exits with much code behind them: a gang whose lanes have all left
C     skips it. The lanes that have left wait at the ends of scopes, of
C     loops and of arms, with values that the skipped code would change.
      SUBROUTINE GONE(N, X, TABLE, Y, STEPS, WHERE)
      INTEGER N, STEPS, WHERE, I, K
      DOUBLE PRECISION X, Y, TABLE(5), T
      Y = X
      STEPS = 0
      WHERE = 0
C     The exit at the top of a loop, over a body of divisions and roots.
      I = 0
   10 IF (I .GE. N) GO TO 20
      T = SQRT(ABS(Y) + TABLE(MOD(I, 5) + 1))
      Y = Y/T + T/(Y*Y + 1D0)
      STEPS = STEPS + 1
      I = I + 1
      IF (Y .GT. 2.5D0) GO TO 40
      Y = Y*SQRT(1D0 + T*T)/(T + 0.5D0)
      GO TO 10
C     An exit from an arm, over what is left of the arm.
   20 IF (N .GT. 3) THEN
        WHERE = 1
        IF (Y .LT. 0D0) GO TO 50
        Y = Y + SQRT(ABS(X)/(Y*Y + 2D0))
        WHERE = 2
      ELSE IF (N .LT. 0) THEN
        RETURN
      END IF
C     An element that is not there, behind an exit: no lane reads it.
      IF (N .EQ. 3) GO TO 60
      IF (N .GT. 3) GO TO 30
      Y = Y + TABLE(N + 2)/TABLE(N + 1)
   30 DO 36 K = 1, 4
      DO 34 I = K, 6
      IF (STEPS .GT. 40) GO TO 60
      STEPS = STEPS + 1
      Y = (Y + 1D0/DBLE(I))/SQRT(DBLE(K) + Y*Y)
      IF (Y .LT. 0.2D0) GO TO 36
      IF (Y .GT. 0.9D0) GO TO 50
      Y = Y*TABLE(K)/TABLE(K + 1) + SQRT(ABS(Y))
   34 CONTINUE
      Y = Y/3D0 + 1D0/(1D0 + Y*Y)
   36 CONTINUE
      WHERE = WHERE + 10
      RETURN
   40 WHERE = WHERE + 100
      Y = Y/SQRT(2D0)
      RETURN
   50 WHERE = WHERE + 1000
   60 WHERE = WHERE + 10000
      END
