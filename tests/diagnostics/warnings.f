C     What is accepted, but said: jumps into blocks and loops.
      SUBROUTINE WARN(X)
      IF (X .GT. 1) GO TO 10
      DO 20 I = 1, 3
   10 X = X + 1
   20 CONTINUE
      IF (X .GT. 2) THEN
        X = 3
   30   X = 4
      END IF
      IF (X .LT. 9) GO TO 30
      END
