! test: dump masked
! test: dump gang --gang 4
C     A loop that is left at its top, with a root and a division behind:
C     the gang stops as soon as no lane is left. Before the second exit
C     stand only a few operations, which are not worth a test.
      SUBROUTINE EARLY(N, X, HOW)
      INTEGER N, I, HOW
      DOUBLE PRECISION X
      HOW = 0
      DO 10 I = 1, N
      X = SQRT(X)/DBLE(I)
      IF (X .LT. 1D-3) GO TO 20
   10 X = X + 1D0
      RETURN
   20 HOW = I
      END
