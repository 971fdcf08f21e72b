C     Computed GO TO in range, out of range, with a label twice, falling
C     through from case to case.
      PROGRAM CASES
      INTEGER I, N
      REAL X
      DO 50 I = -1, 6
      N = 0
      GO TO (10, 20, 30, 10, 40), I
      N = N + 1
      GO TO 40
   10 N = N + 10
   20 N = N + 100
      IF (I .EQ. 4) GO TO 40
   30 N = N + 1000
   40 PRINT *, I, N
   50 CONTINUE
      X = 2.9
      GOTO (60, 70, 80), INT(X)
      PRINT *, 'none'
   60 PRINT *, 'one'
      STOP 1
   70 PRINT *, 'two'
      GO TO (60), 7
      PRINT *, 'out of range goes on'
      I = 3
      GO TO (60, 60, 80) I
      STOP 2
   80 I = I - 1
      PRINT *, 'three', I
      GO TO (90, 80), I
   90 PRINT *, 'end', I
      END
