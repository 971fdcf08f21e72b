! test: dump cfg
! test: dump split
! test: dump ssa
! test: dump structured
! test: dump masked
! test: dump masked --uniform k
! test: dump masked --switches tree
! test: dump masked --uniform k --switches chain
C     A computed GO TO whose cases fall through.
      INTEGER FUNCTION CASES(K)
      INTEGER K
      CASES = 0
      GO TO (10, 20, 30, 20), K
      CASES = 1000
      GO TO 40
   10 CASES = CASES + 1
   20 CASES = CASES + 10
   30 CASES = CASES + 100
   40 CASES = -CASES
      END
