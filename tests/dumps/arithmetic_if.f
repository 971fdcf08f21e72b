! test: dump source
! test: dump cfg
! test: dump masked
C     Arithmetic IF of a real and of an integer, with equal labels.
      INTEGER FUNCTION SIDES(X, K)
      REAL X
      INTEGER K
      IF (X) 10, 20, 30
   10 SIDES = -1
      RETURN
   20 SIDES = 0
      IF (K - 3) 40, 40, 30
   30 SIDES = 1
   40 RETURN
      END
