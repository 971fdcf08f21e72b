! test: dump cfg --unit turn
! test: dump ssa --unit turn
! test: dump masked --unit turn
C     V and W are only named by constant indices: their elements become
C     values. Z is indexed by a variable once, and stays in memory; so do
C     S, which is kept, E, which shares its place, and P, which is passed
C     whole.
      SUBROUTINE TURN(X, K, Y)
      DOUBLE PRECISION X, Y, V(3), W(2,2), Z(3), S(2), E(2), F, P(2)
      INTEGER K
      SAVE S
      EQUIVALENCE (E(2), F)
      V(1) = X
      V(2) = 2D0
      W(1,1) = X + 1D0
      IF (X .GT. 0D0) THEN
        V(2) = V(1) + W(1,1)
        W(2,2) = V(2)
      ELSE
        W(2,2) = -X
      END IF
      CALL SWAP(V(1), V(2))
      Z(1) = V(1)
      Z(K) = V(3)
      S(1) = S(1) + 1D0
      E(2) = X
      P(1) = F
      CALL FILL(P)
      Y = V(1) + V(2)*W(2,2) + W(1,2) + Z(1) + S(1) + P(2)
      END
      SUBROUTINE SWAP(A, B)
      DOUBLE PRECISION A, B, T
      T = A
      A = B
      B = T
      END
      SUBROUTINE FILL(P)
      DOUBLE PRECISION P(2)
      P(2) = P(1)*0.5D0
      END
