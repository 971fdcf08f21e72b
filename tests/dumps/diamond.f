! test: dump source
! test: dump cfg
! test: dump split
! test: dump ssa
! test: dump structured
! test: dump masked
! test: dump gang --gang 4
! test: dump masked --uniform k
C     One block IF that varies, and one that is uniform if K is.
      DOUBLE PRECISION FUNCTION CLAMP(X, K)
      DOUBLE PRECISION X
      INTEGER K
      IF (X .LT. 0D0) THEN
        CLAMP = -X
      ELSE
        CLAMP = SQRT(X)
      END IF
      IF (K .GT. 3) CLAMP = CLAMP*K
      END
