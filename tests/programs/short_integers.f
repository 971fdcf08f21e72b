C     Integers of one and two bytes: they wrap in their size, and become
C     default integers in arithmetic with those.
      PROGRAM MAIN
      INTEGER*2 I, J, K(4), F2
      INTEGER*1 B
      COMMON /SHORT/ K, B
      INTEGER W(2)
      EQUIVALENCE (W(1), K(1))
      I = 32767
      J = I + 1
      PRINT *, J + 0, I + 1
      I = I + J
      PRINT *, I + 0
      B = 100
      B = B + B
      PRINT *, B + 0
      K(1) = 1
      K(2) = 2
      K(3) = -1
      K(4) = 0
      PRINT *, W
      W(1) = 262147
      PRINT *, K(1) + 0, K(2) + 0
      N = 0
      DO 10 I = 1, 7, 3
   10 N = N*10 + I
      PRINT *, N, I + 0
      IF (K(3)) 20, 30, 30
   20 PRINT *, 'NEGATIVE', ABS(K(3)) + 0, MAX(K(1), K(2)) + 0
   30 J = F2(K(1))
      PRINT *, J + 0, K(K(1)) + 0, REAL(K(3)), J*2.5
      CALL BUMP(K(2), B)
      PRINT *, K(2) + 0, B + 0
      IF (K(1) .LT. B .AND. K(2) .NE. N) PRINT *, 'COMPARED'
      X = 70000.0
      K(4) = X
      PRINT *, K(4) + 0
      END
      INTEGER*2 FUNCTION F2(I)
      INTEGER*2 I
      F2 = I*I
      I = I - 1
      END
      SUBROUTINE BUMP(I, B)
      INTEGER*2 I
      INTEGER*1 B
      COMMON /SHORT/ K(2), C
      INTEGER*1 C
      I = I + C
      B = -B
      END
