! test: dump cfg
! test: dump split
! test: dump ssa
! test: dump structured
! test: dump masked
! test: dump gang --gang 4
! test: dump masked --format=dot
C     Behind each exit of the loop stands other code; what all lanes share
C     until they leave stays uniform in the loop.
      SUBROUTINE FIND(X, LIMIT, K)
      DOUBLE PRECISION X, S
      INTEGER LIMIT, K
      S = 0D0
      K = 0
   10 K = K + 1
      S = S + 1D0/K
      IF (S .GT. X) GO TO 20
      IF (K .LT. LIMIT) GO TO 10
      K = -1
      RETURN
   20 X = S
      END
