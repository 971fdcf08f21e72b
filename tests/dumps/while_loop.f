! test: dump cfg
! test: dump split
! test: dump ssa
! test: dump structured
! test: dump masked
! test: dump gang --gang 4
! test: dump clif --gang 2
! test: dump ssa --format=dot
C     Lanes leave the loop one by one.
      INTEGER FUNCTION HALVE(N)
      INTEGER N, M
      M = N
      HALVE = 0
      DO WHILE (MOD(M, 2) .EQ. 0)
        M = M/2
        HALVE = HALVE + 1
      END DO
      END
