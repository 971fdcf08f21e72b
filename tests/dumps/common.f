! test: dump cfg
! test: dump gang --gang 4
C     Two COMMON variables, one of them seen in two ways, and a table.
      SUBROUTINE KERNEL(X, N)
      COMMON /BLK/ D, K /TAB/ C(3)
      DOUBLE PRECISION D
      INTEGER HALVES(2)
      EQUIVALENCE (D, HALVES)
      D = X
      K = HALVES(N)
      X = K*C(N) + C(1)
      END
      BLOCK DATA
      COMMON /TAB/ C(3)
      DATA C /2*1.5, -1.0/
      END
