! test: kernel mix
! test: check bounds
C     Small arrays that are only named by constant indices become values;
C     a branch, a loop and a call assign their elements.
      SUBROUTINE MIX(X, N, Y, M)
      DOUBLE PRECISION X, Y, V(3), W(2,2)
      INTEGER N, M, K(4), I
      LOGICAL L(2)
      V(1) = X
      V(2) = 0D0
      V(3) = 1D0
      W(1,1) = X*X
      W(2,1) = 3D0
      W(1,2) = 0D0
      W(2,2) = 0D0
      K(1) = N
      K(2) = 0
      K(4) = 7
      L(1) = X .GT. 0.5D0
      L(2) = .FALSE.
      DO 20 I = 1, MOD(IABS(N), 9)
      IF (L(1)) THEN
        V(2) = V(2) + V(1)*W(2,1)
        K(2) = K(2) + 1
        IF (V(2) .GT. 4D0) GO TO 30
      ELSE
        CALL EXCH(V(1), V(3), K(4))
        W(1,2) = W(1,2) - V(3)
      END IF
      L(2) = L(1)
      L(1) = K(4) .LT. 9 .AND. MOD(I + N, 3) .NE. 0
   20 CONTINUE
   30 K(3) = K(1) - K(2)*K(4)
      IF (L(2)) K(3) = -K(3)
      M = K(3)
      Y = V(1) + V(2)*2D0 + V(3)*W(1,1) + W(1,2) + W(2,2)
      END
      SUBROUTINE EXCH(A, B, K)
      DOUBLE PRECISION A, B, T
      INTEGER K
      T = A
      A = B + K
      B = T
      K = K + 1
      END
