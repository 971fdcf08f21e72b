C     Loops that share a terminal statement: each has its copy, and a
C     branch to the label goes to the copy that most closely nests it.
      PROGRAM SHARED
      INTEGER A(5,5), N, I, J, K
      N = 0
      DO 10 I=1,5
      DO 10 J=1,5
      IF (J .GT. I) GO TO 10
      A(I,J) = I*J
      N = N + 1
   10 CONTINUE
      PRINT *, N, I, J
C     The terminal statement does something, and is skipped by a branch.
      K = 0
      DO 20 I=1,3
      DO 20 J=1,I
      IF (J .EQ. 2) GO TO 25
      GO TO 20
   25 K = K + 100
   20 K = K + 1
      PRINT *, K, I, J
C     Zero iterations inside.
      K = 0
      DO 30 I=1,4
      DO 30 J=3,I
   30 K = K + 10*I + J
      PRINT *, K, I, J
C     Three deep.
      K = 0
      DO 40 I=1,2
      DO 40 J=1,2
      DO 40 N=I,J
   40 K = K*3 + N
      PRINT *, K, I, J, N
C     The terminal statement is a logical IF that leaves.
      K = 0
      DO 50 I=1,10
      K = K + I
   50 IF (K .GT. 20) GO TO 60
   60 PRINT *, K, I
      DO 70 I=1,3
   70 PRINT *, I
      END
