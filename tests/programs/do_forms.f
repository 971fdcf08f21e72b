C     Every form of DO, and the variable behind the loop.
      PROGRAM FORMS
      INTEGER I, J, N
      REAL S
      N = 0
      DO 10 I = 1, 5
      N = N + I
   10 CONTINUE
      PRINT *, 'labelled', I, N
      DO 20, I = 1, 9, 2
      N = N + I
   20 CONTINUE
      PRINT *, 'comma behind the label', I, N
      DO I = 10, 1, -3
        N = N - I
      END DO
      PRINT *, 'negative step', I, N
      DO I = 5, 1
        N = 1000
      ENDDO
      PRINT *, 'no trip', I, N
      DO I = 1, 5, -1
        N = 1000
      END DO
      PRINT *, 'no trip backwards', I, N
      I = 0
      DO WHILE (I .LT. 7)
        I = I + 2
      END DO
      PRINT *, 'while', I
      DO 30 WHILE (I .GT. 0)
        I = I - 3
   30 CONTINUE
      PRINT *, 'labelled while', I
      DO
        I = I + 1
        IF (I .EQ. 12) EXIT
      END DO
      PRINT *, 'bare', I
      N = 5
      DO I = 1, N
        N = 2
      END DO
      PRINT *, 'the limit is taken before', I, N
      N = 1
      J = 0
      DO I = 1, 6, N
        N = 3
        J = J + 1
      END DO
      PRINT *, 'and the step', I, J
      S = 0.0
      DO 40 I = -2, 2
   40 S = S + I*0.5
      PRINT *, 'assignment as the end', I, S
      DO 50 I = 1, 3
      DO 50 J = 1, 3
      IF (I .EQ. J) GO TO 50
      N = N + 10*I + J
   50 CONTINUE
      PRINT *, 'shared end', I, J, N
      DO 60 I = 1, 4
        DO 70 J = I, 4
          IF (J .EQ. 3) GO TO 60
   70   CONTINUE
        N = N + 1
   60 PRINT *, 'print as the end', I, J, N
      DO 80 I = 1, 3
   80 IF (I .NE. 2) N = N*2
      PRINT *, 'logical IF as the end', I, N
      END
