! test: kernel root
C     A root of a polynomial by Laguerre's method, in COMPLEX arithmetic:
C     branches on magnitudes, a function, an array, powers.
      SUBROUTINE ROOT(A0, A1, A2, X0, Y0, M, X, Y, STEPS)
      DOUBLE PRECISION A0, A1, A2, X0, Y0, X, Y
      INTEGER M, STEPS, N
      DOUBLE COMPLEX C(4), Z, P, D, F, G, H, S, STEP, VALUE
      C(1) = A0
      C(2) = DCMPLX(A1, 0.25D0)
      C(3) = A2
      C(4) = (1D0, 0D0)
      Z = DCMPLX(X0, Y0)
      DO 20 N = 1, 40
      P = VALUE(C, 4, Z)
      IF (ABS(P) .LT. 1D-10) GO TO 30
      D = (3 * C(4) * Z + 2 * C(3)) * Z + C(2)
      F = 6 * C(4) * Z + 2 * C(3)
      G = D / P
      H = G * G - F / P
      S = SQRT(2 * (3 * H - G ** 2))
      IF (ABS(G + S) .GT. ABS(G - S)) THEN
        STEP = 3 / (G + S)
      ELSE IF (ABS(G - S) .GT. 0) THEN
        STEP = 3 / (G - S)
      ELSE
        STEP = EXP((0D0, 1D0) * N)
      END IF
      Z = Z - STEP
   20 CONTINUE
   30 STEPS = N
      Z = Z ** M
      X = Z
      Y = DIMAG(Z)
      END
      DOUBLE COMPLEX FUNCTION VALUE(C, N, Z)
      INTEGER N, I
      DOUBLE COMPLEX C(N), Z
      VALUE = 0
      DO 10 I = N, 1, -1
   10 VALUE = VALUE * Z + C(I)
      END
