C     The circle of radius R and the hyperbola x*y = S meet.

      SUBROUTINE MEET(R, S, X, Y, INFO)
      DOUBLE PRECISION R, S, X, Y, P, Q, V(2), F(2), WORK(19)
      INTEGER INFO
      COMMON /RADII/ P, Q
      EXTERNAL CURVES
      P = R
      Q = S
      V(1) = R
      V(2) = 0.1D0
      CALL HYBRD1(CURVES, 2, V, F, 1D-10, INFO, WORK, 19)
      X = V(1)
      Y = V(2)
      END

C     The same by HYBRD, with bounds and scales of its own.

      SUBROUTINE CROSS(R, S, X, Y, INFO)
      DOUBLE PRECISION R, S, X, Y, P, Q, V(2), F(2), DIAG(2), FJAC(2, 2)
      DOUBLE PRECISION T(3), QTF(2), W1(2), W2(2), W3(2), W4(2)
      INTEGER INFO, NFEV
      COMMON /RADII/ P, Q
      EXTERNAL CURVES
      P = R
      Q = S
      V(1) = R
      V(2) = 0.1D0
      CALL HYBRD(CURVES, 2, V, F, 1D-12, 200, 1, 1, 0D0, DIAG, 1, 10D0,
     &           0, INFO, NFEV, FJAC, 2, T, 3, QTF, W1, W2, W3, W4)
      X = V(1)
      Y = V(2)
      END

      SUBROUTINE CURVES(N, V, F, IFLAG)
      INTEGER N, IFLAG
      DOUBLE PRECISION V(N), F(N), P, Q
      COMMON /RADII/ P, Q
      F(1) = V(1)**2 + V(2)**2 - P*P
      F(2) = V(1)*V(2) - Q
      END

C     a*exp(-b*t) through five points that lie near it, by least squares.

      SUBROUTINE FIT(NOISE, A, B, INFO)
      DOUBLE PRECISION NOISE, A, B, E, V(2), F(5), WORK(30)
      INTEGER INFO, IWORK(2)
      COMMON /NOISES/ E
      EXTERNAL POINTS
      E = NOISE
      V(1) = 1
      V(2) = 1
      CALL LMDIF1(POINTS, 5, 2, V, F, 1D-8, INFO, IWORK, WORK, 30)
      A = V(1)
      B = V(2)
      END

      SUBROUTINE POINTS(M, N, V, F, IFLAG)
      INTEGER M, N, IFLAG, I
      DOUBLE PRECISION V(N), F(M), T, E
      COMMON /NOISES/ E
      DO 10 I = 1, M
      T = 0.5D0*I
      F(I) = 2*EXP(-0.7D0*T) + E*(MOD(I, 2) - 0.5D0) - V(1)*EXP(-V(2)*T)
   10 CONTINUE
      END
