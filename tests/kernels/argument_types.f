! test: kernel maint
C     Arguments whose bits the callee takes for another type, as it does
C     to look into a number.
      SUBROUTINE MAINT(X, N, K, Y)
      REAL X, Y, V(4)
      INTEGER N, K, IBITS1
      K = 0
      Y = X
      IF (MOD(N, 2) .EQ. 0) K = IBITS1(X)
      IF (MOD(N, 3) .EQ. 0) CALL SETBIT(Y, K)
      V(1) = X
      V(2) = 2*X
      V(3) = N
      V(4) = 0
      CALL SETBIT(V(1 + MOD(N, 4)), N)
      CALL SUMBIT(V(2), 3, K)
      END
      INTEGER FUNCTION IBITS1(I)
      INTEGER I
      IBITS1 = MOD(I, 1000)
      END
      SUBROUTINE SETBIT(I, J)
      INTEGER I, J
      IF (J .GT. 0) I = I + J
      END
      SUBROUTINE SUMBIT(I, N, K)
      INTEGER I(N), N, K, J
      DO 10 J = 1, N
   10 K = K + MOD(I(J), 1000)
      END
