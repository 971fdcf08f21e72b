C     Jumps of every kind, and what DO leaves in its variables.
      PROGRAM CONTRL
      INTEGER I, J, K, N, STEP, LIST(6)
      REAL X
      DOUBLE PRECISION Z
      DATA LIST /3, 0, 4, -1, 2, 1/
      DO 10 I = 1, 6
      K = LIST(I)
      GO TO (1, 2, 3, 1), K
      PRINT *, 'out of range', K
      GO TO 10
    1 PRINT *, 'one or four', K
      IF (K .EQ. 1) GO TO 3
    2 PRINT *, 'falls to two', K
    3 PRINT *, 'three', K
   10 CONTINUE
      PRINT *, 'I behind', I
      DO 20 I = -2, 2
      IF (I) 11, 12, 13
   11 PRINT *, 'negative', I
      GO TO 20
   12 PRINT *, 'zero'
      GO TO 20
   13 PRINT *, 'positive', I
   20 CONTINUE
      DO 30 I = 1, 3
      DO 30 J = I, 2
      IF (I .EQ. 2) GO TO 30
      PRINT *, 'nest', I, J
   30 PRINT *, 'shared', I, J
      PRINT *, I, J
      STEP = -3
      DO 40 I = 10, 1, STEP
   40 CONTINUE
      PRINT *, 'I', I
      DO 50 I = 5, 1
      PRINT *, 'never'
   50 CONTINUE
      PRINT *, 'I', I
      DO 60 I = 2147483645, 2147483646
   60 N = I
      PRINT *, N
      DO 70 X = 0.1, 0.75, 0.1
   70 PRINT *, X
      PRINT *, 'X', X
      N = 0
      I = 27
   80 IF (I .EQ. 1) GO TO 90
      N = N + 1
      IF (MOD(I, 2) .EQ. 0) THEN
        I = I / 2
        GO TO 80
      ELSE IF (I .GT. 1) THEN
        I = 3 * I + 1
      ELSE
        PRINT *, 'never'
      END IF
      GO TO 80
   90 PRINT *, 'steps', N
      Z = 0
      IF (Z / Z) 91, 92, 93
   91 PRINT *, 'less'
   92 PRINT *, 'equal'
   93 PRINT *, 'greater or NaN'
      DO WHILE (N .GT. 100)
        N = N - 7
        IF (N .EQ. 104) CYCLE
        PRINT *, N
      END DO
      OUTER: DO I = 1, 4
        DO J = 1, 4
          IF (J .EQ. 3) CYCLE OUTER
          IF (I .EQ. 3) EXIT OUTER
          PRINT *, I, J
        END DO
      END DO OUTER
      PRINT *, I, J
      STOP
      END
