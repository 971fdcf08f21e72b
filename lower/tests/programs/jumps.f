C     Branches into and out of constructs, and loops with two entries.
      PROGRAM JUMPS
      INTEGER I, K, N
      K = 0
      I = 3
C     A loop with two entries.
      IF (I .GT. 2) GO TO 20
   10 K = K + 1
   20 K = K + 10
      I = I - 1
      IF (I .GT. 0) GO TO 10
      PRINT *, K, I
C     Two of them, one inside the other.
      N = 0
      K = 1
      GO TO 130
  110 N = N + 1
  120 N = N + 10
      IF (N .GT. 300) GO TO 150
      K = K + 1
      IF (MOD(K,3) .EQ. 0) GO TO 110
  130 N = N + 7
      IF (MOD(K,2) .EQ. 0) GO TO 120
      K = K + 1
      GO TO 110
  150 PRINT *, N, K
C     Extended range: out of the loop and back.
      N = 0
      DO 210 I=1,4
      GO TO 220
  205 N = N + 1
  210 CONTINUE
      GO TO 230
  220 N = N + 100
      GO TO 205
  230 PRINT *, N, I
C     A branch over statements that nobody reaches.
      GO TO 300
      PRINT *, 'not reached'
  300 CONTINUE
      END
