! test: kernel six
C     A ring of six blocks that is entered at any of them, around a
C     ring of three with two entries: one head has a number for its
C     entries, the other one a mask.
      SUBROUTINE SIX(AT, N, TRACE)
      INTEGER AT, N, TRACE, M, L
      M = N
      L = 0
      TRACE = 1
      GO TO (10, 20, 30, 40, 50, 60), AT
      TRACE = 0
      RETURN
   10 TRACE = MOD(TRACE*7 + 1, 1000003)
      M = M - 1
      IF (M .LE. 0) GO TO 90
      IF (MOD(M, 5) .EQ. 2) GO TO 40
   20 TRACE = MOD(TRACE*7 + 2, 1000003)
      IF (MOD(M, 2) .EQ. 0) GO TO 35
      L = M
C     The inner ring: 30, 33, 35, entered at 30 and 35.
   30 TRACE = MOD(TRACE*7 + 3, 1000003)
      L = L - 2
   33 IF (L .LT. -3) GO TO 50
   35 TRACE = MOD(TRACE*7 + 4, 1000003)
      L = L - 1
      M = M - 1
      IF (M .LE. 0) GO TO 90
      IF (MOD(L + M, 3) .NE. 0) GO TO 30
   40 TRACE = MOD(TRACE*7 + 5, 1000003)
      M = M - 2
      IF (MOD(M, 3) .EQ. 1) GO TO 60
   50 TRACE = MOD(TRACE*7 + 6, 1000003)
      M = M - 1
      IF (MOD(M, 4) .EQ. 3) GO TO 20
   60 TRACE = MOD(TRACE*7 + 8, 1000003)
      M = M - 1
      IF (M .GT. 0) GO TO 10
   90 TRACE = TRACE*10 + MOD(ABS(M), 10)
      END
