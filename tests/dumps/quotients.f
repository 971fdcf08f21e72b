! test: dump ssa
C     A quotient by a power of two is a product, one by another number is not.
      SUBROUTINE PARTS(X, HALF, THIRD)
      DOUBLE PRECISION X, HALF, THIRD
      HALF = X/2
      THIRD = X/3
      END
