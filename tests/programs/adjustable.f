C     Dummy arrays with adjustable and assumed size, and sequence
C     association.
      PROGRAM ADJUST
      INTEGER A(3, 4), I, J
      REAL V(10), TOTAL
      DO 10 J = 1, 4
      DO 10 I = 1, 3
   10 A(I, J) = 10*I + J
      CALL SHOW(A, 3, 4)
      CALL SHOW(A, 4, 3)
      CALL SHOW(A(2, 2), 2, 2)
      CALL SHIFTD(A, 0, 2)
      DO 20 I = 1, 10
   20 V(I) = I*I
      PRINT *, TOTAL(V, 10), TOTAL(V(3), 4), TOTAL(V(10), 1)
      CALL SCALE(V(4), 3, 0.5)
      PRINT *, V
      CALL FILL(A(1, 3), 6)
      PRINT *, A
      END
      SUBROUTINE SHOW(M, R, C)
      INTEGER R, C, M(R, C), I, J
      DO 10 I = 1, R
      DO 10 J = 1, C
   10 PRINT *, I, J, M(I, J)
      END
      SUBROUTINE SHIFTD(M, LOW, HIGH)
      INTEGER LOW, HIGH, M(LOW:HIGH, -1:*), I
      DO 10 I = LOW, HIGH
   10 PRINT *, I, M(I, -1), M(I, 2)
      END
      REAL FUNCTION TOTAL(X, N)
      INTEGER N, I
      REAL X(*)
      TOTAL = 0
      DO 10 I = 1, N
   10 TOTAL = TOTAL + X(I)
      END
      SUBROUTINE SCALE(X, N, F)
      REAL X(N), F
      INTEGER N
      DO 10 I = 1, N
   10 X(I) = X(I)*F
      END
      SUBROUTINE FILL(K, N)
      INTEGER N, K(*)
      DO 10 I = 1, N
   10 K(I) = -I
      END
