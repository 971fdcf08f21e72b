C     Arguments are passed by reference: variables, array elements,
C     and expressions, which stay as they are.
      PROGRAM REFER
      INTEGER I, A(3), TWICE
      REAL X
      LOGICAL P
      I = 5
      CALL ADD(I, 3)
      PRINT *, I
      A(1) = 1
      A(2) = 10
      A(3) = 100
      I = 2
      CALL ADD(A(I), I)
      PRINT *, A
      CALL BOTH(I, A(1))
      PRINT *, I, A
      CALL ADD((I), 1)
      PRINT *, I
      I = TWICE(I) + I*0
      PRINT *, I
      X = 1
      CALL DEEP(X, P)
      PRINT *, X, P
      CALL SWAP(A(1), A(3))
      PRINT *, A
      END
      SUBROUTINE ADD(K, N)
      K = K + N
      END
      SUBROUTINE BOTH(K, L)
      INTEGER K, L, T
      T = K
      K = L
      L = T
      RETURN
      END
      INTEGER FUNCTION TWICE(K)
      INTEGER K
      TWICE = 2*K
      END
      SUBROUTINE DEEP(X, P)
      REAL X
      LOGICAL P
      P = .FALSE.
      CALL DEEPER(X, P)
      X = X + 0.25
      END
      SUBROUTINE DEEPER(Y, Q)
      LOGICAL Q
      Y = Y*2
      Q = .NOT. Q
      END
      SUBROUTINE SWAP(I, J)
      ITEMP = I
      I = J
      J = ITEMP
      END
