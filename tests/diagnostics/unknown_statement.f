      SUBROUTINE S(X)
      X = 1
      FROBNICATE X
      X == 2
      CALL
      GO TO
      3 = X
      END
