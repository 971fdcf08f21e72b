C     Implicit types, and IMPLICIT statements that change them.
      I = 3.9
      J = -3.9
      X = 7/2
      K = X*2
      PRINT *, I, J, X, K
      CALL OTHER
      CALL ALL(2.5)
      PRINT *, FN(2), NF(2.7)
      END
      SUBROUTINE OTHER
      IMPLICIT DOUBLE PRECISION (A-H, O-Z), LOGICAL (L), INTEGER*8 (K)
      X = 1
      X = X/3
      L = X .GT. 0
      K = 5000000000_8
      N = 2.7
      PRINT *, X, L, K, N
      END
      SUBROUTINE ALL(Q)
      IMPLICIT REAL (I-N), INTEGER (A-H)
      I = Q/2
      A = Q
      PRINT *, I, A, Q
      END
      FUNCTION FN(K)
      FN = K/4.0
      END
      FUNCTION NF(X)
      NF = X*2
      END
