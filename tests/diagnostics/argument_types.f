      SUBROUTINE OUTER(X, N)
      REAL X, A(5), F
      DOUBLE PRECISION D
      INTEGER N
      CALL INNER(N, N)
      CALL INNER(D, 1)
      CALL INNER(X, 2.5)
      CALL TABLE(X)
      CALL TABLE(N)
      CALL INNER(A, 1)
      CALL TABLE(A(2))
      D = F(D)
      CALL F(X)
      X = INNER(X, 1)
      END
      SUBROUTINE INNER(X, I)
      X = I
      END
      SUBROUTINE TABLE(A)
      REAL A(5)
      A(1) = 1
      END
      REAL FUNCTION F(X)
      F = X
      END
