      PROGRAM CX
      COMPLEX Z, W, A(3), F, CONST
      DOUBLE COMPLEX D, E, G
      COMPLEX*16 H(2,2)
      REAL X
      INTEGER N
      PARAMETER (CONST = (1.5, -2.25))
      DATA Z /(1.0,2.0)/, A /(1.,0.), (2.,3.), (4.,-5)/
      EXTERNAL F, G
      W = Z * A(2) / A(3) - CONST
      PRINT *, REAL(W), AIMAG(W)
      W = Z
      W = W * W + 2 * W - 1.5
      PRINT *, REAL(W), AIMAG(W)
      W = CMPLX(AIMAG(W), REAL(W))
      PRINT *, REAL(W), AIMAG(W)
      W = CONJG(W)
      PRINT *, REAL(W), AIMAG(W), ABS(W), CABS(W)
      D = Z
      E = (0D0, 1D0)
      D = D ** 2 + E ** 3 - D ** (-3)
      PRINT *, DREAL(D), DIMAG(D)
      DO 10 N = -5, 5
      D = (1.1D0, -0.7D0) ** N
      E = DCMPLX(N, 0.5D0) ** 3
      PRINT *, N, DBLE(D), DIMAG(D), DBLE(E), DIMAG(E)
      W = Z ** N
      PRINT *, REAL(W), AIMAG(W)
   10 CONTINUE
      D = E ** D
      PRINT *, DBLE(D), DIMAG(D)
      D = E ** 0.5
      PRINT *, DBLE(D), DIMAG(D)
      D = SQRT(E) + EXP(E / 50) + LOG(E) + SIN(E / 50) + COS(E / 50)
      PRINT *, DBLE(D), DIMAG(D)
      W = CSQRT(Z) + CEXP(Z) + CLOG(Z) + CSIN(Z) + CCOS(Z)
      PRINT *, REAL(W), AIMAG(W)
      W = F(Z, 2)
      PRINT *, REAL(W), AIMAG(W), REAL(Z), AIMAG(Z)
      W = F((1.0, 1.0), 1) * F(A(2), 3)
      PRINT *, REAL(W), AIMAG(W), REAL(A(2)), AIMAG(A(2))
      H(1,1) = G(D)
      H(2,1) = H(1,1) * 2
      H(1,2) = H(2,1) - H(1,1)
      PRINT *, DBLE(H(2,1)), DIMAG(H(2,1)), DBLE(H(1,2)), DIMAG(H(1,2))
      CALL S(A, 3, W)
      PRINT *, REAL(W), AIMAG(W)
      IF (W .EQ. A(1) + A(2) + A(3)) PRINT *, 'EQUAL'
      IF (W .NE. Z) PRINT *, 'DIFFERENT'
      X = W
      N = W
      PRINT *, X, N, INT(W), REAL(D), DBLE(W), NINT(REAL(W))
      CALL T(A(2))
      PRINT *, REAL(A(2)), AIMAG(A(2)), REAL(A(3)), AIMAG(A(3))
      W = MERGE(Z, A(1), X .GT. 0)
      PRINT *, REAL(W), AIMAG(W)
      END
      COMPLEX FUNCTION F(Z, N)
      COMPLEX Z
      F = Z * N
      IF (N .EQ. 2) Z = Z + (0, 1)
      IF (N .EQ. 3) F = F + Z
      END
      DOUBLE COMPLEX FUNCTION G(Z)
      DOUBLE COMPLEX Z
      G = Z / (1, 1)
      G = G * G
      END
      SUBROUTINE S(A, N, W)
      INTEGER N
      COMPLEX A(N), W
      W = 0
      DO 10 I = 1, N
      W = W + A(I)
   10 CONTINUE
      END
      SUBROUTINE T(R)
      REAL R(4)
      R(1) = R(1) + 10
      R(4) = R(2) * R(3)
      END
