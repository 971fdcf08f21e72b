! test: kernel solve
C     A root finder and what it calls for are two routines that take
C     turns: each goes on where it was, by an assigned or a computed
C     GO TO into the middle of its loop.
      SUBROUTINE SOLVE(C, TOL, X, CALLS)
      DOUBLE PRECISION C, TOL, X, A, B, FA, FB, FX, T
      INTEGER CALLS, NEXT, STATE, I
      A = 0D0
      B = 2D0
      CALLS = 0
      STATE = 1
      T = 0D0
      ASSIGN 20 TO NEXT
      X = A
      GO TO 100
   20 FA = FX
      X = B
      ASSIGN 30 TO NEXT
      GO TO 100
   30 FB = FX
      IF (FA*FB .GT. 0D0) GO TO 90
   40 X = B - FB*(B - A)/(FB - FA)
      IF (ABS(X - B) .LT. TOL) GO TO 80
      ASSIGN 50 TO NEXT
      GO TO 100
   50 IF (FX*FB .LT. 0D0) GO TO 60
      FA = FA*0.5D0
      GO TO 70
   60 A = B
      FA = FB
   70 B = X
      FB = FX
      IF (CALLS .LT. 60) GO TO 40
   80 X = B
      RETURN
   90 X = -1D0
      RETURN
C     The function, in three steps that it takes in turn.
  100 CALLS = CALLS + 1
      GO TO (110, 130, 150), STATE
  110 T = 0D0
      DO 120 I = 1, 3
      T = T + X/DBLE(I)
      IF (T .GT. C) GO TO 125
  120 CONTINUE
      STATE = 2
      GO TO 160
  125 STATE = 3
      GO TO 160
  130 T = X*X
  140 T = T*0.75D0
      IF (T .GT. 3D0*C + 1D0) GO TO 140
      STATE = 1
      GO TO 160
  150 T = X + 0.25D0*X*X
      STATE = 2
      IF (MOD(CALLS, 4) .EQ. 0) GO TO 140
  160 FX = T - C
      GO TO NEXT, (20, 30, 50)
      END
