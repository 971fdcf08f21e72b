      SUBROUTINE OUTER(X)
      REAL X, F, G
      CALL INNER(X)
      CALL INNER(X, 1, 2)
      CALL INNER
      X = F(X) + F(X, X) + G()
      CALL INNER(X, 1)
      END
      SUBROUTINE INNER(X, I)
      X = I
      END
      REAL FUNCTION F(X)
      F = X
      END
      REAL FUNCTION G()
      G = 1
      END
