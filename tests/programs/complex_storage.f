C     COMPLEX in COMMON, EQUIVALENCE, DATA, PARAMETER, statement functions,
C     and in procedures that are arguments.
      PROGRAM CST
      COMPLEX A(3), B(2,2), Z, W, K1, K2, K3, SF, T, U, V(4)
      DOUBLE COMPLEX D, KD
      REAL R(6), X
      COMMON /BLK/ Z, X, W, B
      EQUIVALENCE (A, R), (V(2), T)
      PARAMETER (K1 = (1, -2), K2 = K1 * (0.5, 3.0) / (1.25, 0.75))
      PARAMETER (K3 = SQRT(K2) + EXP((0.1, 0.2)) * LOG((3.0, -4.0)))
      PARAMETER (KD = SIN((1D0, 2D0)) + COS((0.5D0, -1D0)) ** 3)
      PARAMETER (XABS = ABS((3.0, 4.0)), XIM = AIMAG((1.5, 2.5)))
      DATA (A(I), I = 1, 3) /2*(1.5, -0.5), (0.0, 2.0)/, D /(1D0, 0D0)/
      DATA U /(3, 4)/, V(1) /K1/
      COMPLEX MUL, CONJ2, F
      EXTERNAL MUL, CONJ2
      INTRINSIC CABS, AIMAG
      SF(T, X) = T * X + (0.0, 1.0)
      PRINT *, REAL(K2), AIMAG(K2), REAL(K3), AIMAG(K3), XABS, XIM
      PRINT *, DBLE(KD), DIMAG(KD)
      PRINT *, R
      R(3) = 7
      A(1) = A(1) + A(2)
      PRINT *, R, REAL(V(1)), AIMAG(V(1))
      V(2) = (9.0, 8.0)
      PRINT *, REAL(T), AIMAG(T)
      Z = (1.0, 2.0)
      X = 0.5
      W = SF(Z, 2.0) - SF((1.0, 1.0), X)
      PRINT *, REAL(W), AIMAG(W)
      DO 10 I = 1, 2
      DO 10 J = 1, 2
   10 B(I,J) = CMPLX(I, J) ** I
      CALL INCOM
      PRINT *, REAL(Z), AIMAG(Z), X, REAL(W), AIMAG(W), REAL(B(2,1))
      W = F(MUL, Z, U) + F(CONJ2, W, U)
      PRINT *, REAL(W), AIMAG(W)
      CALL G(CABS, U)
      CALL G(AIMAG, U)
      U = -U
      U = +U / 2
      D = D + U
      D = D * (2.0, 1.0)
      PRINT *, DBLE(D), DIMAG(D), U .EQ. (-1.5, -2.0)
      CALL SWAP(B, 2)
      PRINT *, REAL(B(1,2)), AIMAG(B(2,1)), REAL(B(2,2))
      X = 0
      IF (B(1,1) .NE. 0 .AND. REAL(B(2,2)) .GT. X) X = U
      PRINT *, X, NINT(AIMAG(U)), INT(U), MAX(REAL(U), AIMAG(U))
      END
      SUBROUTINE INCOM
      COMMON /BLK/ P(2), Y, Q, H
      COMPLEX Q, H(4)
      P(2) = P(1) + 1
      Q = CMPLX(P(2), Y) + H(2)
      H(2) = CONJG(H(3))
      END
      COMPLEX FUNCTION F(FUN, A, B)
      COMPLEX FUN, A, B
      EXTERNAL FUN
      F = FUN(A, B) + 1
      END
      COMPLEX FUNCTION MUL(A, B)
      COMPLEX A, B
      MUL = A * B
      END
      COMPLEX FUNCTION CONJ2(A, B)
      COMPLEX A, B
      CONJ2 = CONJG(A) + CONJG(B)
      RETURN
      END
      SUBROUTINE G(FUN, Z)
      COMPLEX Z
      EXTERNAL FUN
      PRINT *, FUN(Z)
      END
      SUBROUTINE SWAP(B, N)
      COMPLEX B(N, N), T
      DO 20 I = 1, N
      DO 20 J = 1, I - 1
      T = B(I,J)
      B(I,J) = B(J,I)
   20 B(J,I) = T
      END
