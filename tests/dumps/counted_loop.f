! test: dump source
! test: dump cfg
! test: dump masked
! test: dump masked --uniform n
C     DO has its iteration count before the loop; loops that share their
C     end have it each for itself.
      REAL FUNCTION TRIANG(N, X)
      INTEGER N, I, J
      REAL X, A(10)
      DO 10 I = 1, 10
   10 A(I) = X
      TRIANG = 0.0
      DO 20 I = N, 1, -2
      DO 20 J = 1, I
      IF (J .EQ. 3) GO TO 20
      TRIANG = TRIANG + A(J)
   20 CONTINUE
      END
