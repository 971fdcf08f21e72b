      SUBROUTINE CROSS(X)
      DO 10 I = 1, 3
      DO 20 J = 1, 3
      X = X + I*J
   10 CONTINUE
   20 CONTINUE
      DO 40 I = 1, 3
      IF (X .GT. 1) THEN
      X = X - 1
   40 CONTINUE
      END IF
      DO 50 I = 1, 5
   50 GO TO 60
   60 X = 0
      END
