! test: dump cfg
! test: dump ssa
! test: dump structured
! test: dump masked
C     Exits over one and over two levels, and a return from the middle.
      SUBROUTINE SEARCH(N, M, HOW)
      INTEGER N, M, HOW, I, J
      DO 20 I = 1, N
      DO 10 J = 1, I
      IF (I*J .EQ. M) GO TO 30
      IF (I*J .GT. M) GO TO 20
      IF (I + J .EQ. M) RETURN
   10 CONTINUE
   20 CONTINUE
      HOW = 0
      RETURN
   30 HOW = 100*I + J
      END
