! test: kernel heads
C     Three blocks that jump to each other, entered at any of them by a
C     computed GO TO, around a loop that is entered in its middle too.
      SUBROUTINE HEADS(ENTRY1, N, TRACE, STEPS)
      INTEGER ENTRY1, N, TRACE, STEPS, M, J
      M = N
      TRACE = 0
      STEPS = 0
      J = 0
      GO TO (10, 20, 30, 40), ENTRY1
      TRACE = -1
      RETURN
   10 TRACE = MOD(TRACE*7 + 1, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GT. 40) GO TO 90
      IF (MOD(M, 2) .EQ. 0) GO TO 30
   20 TRACE = MOD(TRACE*7 + 2, 1000003)
      M = M - 1
      IF (M .LE. 0) GO TO 90
      J = 0
      IF (MOD(M, 3) .EQ. 0) GO TO 40
   25 J = J + 1
      TRACE = MOD(TRACE*7 + 3, 1000003)
   40 J = J + 1
      IF (J .LT. MOD(M, 5)) GO TO 25
      IF (MOD(M, 7) .EQ. 1) GO TO 10
   30 TRACE = MOD(TRACE*7 + 4, 1000003)
      M = M - 2
      IF (M .LE. 0) GO TO 90
      IF (MOD(M, 4) .GE. 2) GO TO 20
      GO TO 10
   90 STEPS = STEPS*100 + J
      END
