      SUBROUTINE STATE(X)
      SQUARE(Y) = Y*Y
      X = SQUARE(X)
      END
