C     A root of the cubic P3*X**3 + P2*X**2 + P1*X + P0 between LO and
C     HI, by Brent's method: bisection, secant and inverse quadratic
C     steps in turn. P(LO) and P(HI) must differ in sign. ITER comes
C     back as the number of steps.
C
      DOUBLE PRECISION FUNCTION ROOT(P3, P2, P1, P0, LO, HI, ITER)
      DOUBLE PRECISION P3, P2, P1, P0, LO, HI
      INTEGER ITER
      DOUBLE PRECISION CUBIC
      DOUBLE PRECISION A, B, C, D, E, FA, FB, FC, P, Q, R, S, TOL, XM
      DOUBLE PRECISION EPS, XTOL
      PARAMETER (EPS = 2.220446049250313D-16, XTOL = 1.0D-12)
      ITER = 0
      A = LO
      B = HI
      FA = CUBIC(P3, P2, P1, P0, A)
      FB = CUBIC(P3, P2, P1, P0, B)
C     Let A and C be the end on the other side of the root from B.
   10 C = A
      FC = FA
      D = B - A
      E = D
C     Let B be the better one of the two ends.
   20 IF (ABS(FC) .GE. ABS(FB)) GO TO 30
      A = B
      B = C
      C = A
      FA = FB
      FB = FC
      FC = FA
   30 TOL = 2.0D0*EPS*ABS(B) + 0.5D0*XTOL
      XM = 0.5D0*(C - B)
      IF (ABS(XM) .LE. TOL) GO TO 90
      IF (FB) 40, 90, 40
C     Is the last step good enough to go on with interpolation?
   40 IF (ABS(E) .LT. TOL) GO TO 70
      IF (ABS(FA) .LE. ABS(FB)) GO TO 70
      S = FB/FA
      IF (A - C) 50, 45, 50
C     Two distinct points give a secant,
   45 P = 2.0D0*XM*S
      Q = 1.0D0 - S
      GO TO 60
C     three an inverse quadratic.
   50 Q = FA/FC
      R = FB/FC
      P = S*(2.0D0*XM*Q*(Q - R) - (B - A)*(R - 1.0D0))
      Q = (Q - 1.0D0)*(R - 1.0D0)*(S - 1.0D0)
   60 IF (P .GT. 0.0D0) Q = -Q
      P = ABS(P)
C     Does the step stay well inside, and does it shrink?
      IF (2.0D0*P .GE. 3.0D0*XM*Q - ABS(TOL*Q)) GO TO 70
      IF (P .GE. ABS(0.5D0*E*Q)) GO TO 70
      E = D
      D = P/Q
      GO TO 80
C     Bisection.
   70 D = XM
      E = D
   80 A = B
      FA = FB
      IF (ABS(D) .GT. TOL) B = B + D
      IF (ABS(D) .LE. TOL) B = B + SIGN(TOL, XM)
      ITER = ITER + 1
      IF (ITER .GE. 200) GO TO 90
      FB = CUBIC(P3, P2, P1, P0, B)
C     Is C still on the other side?
      IF (FB*SIGN(1.0D0, FC)) 20, 20, 10
   90 ROOT = B
      RETURN
      END
C
      DOUBLE PRECISION FUNCTION CUBIC(P3, P2, P1, P0, X)
      DOUBLE PRECISION P3, P2, P1, P0, X
      CUBIC = ((P3*X + P2)*X + P1)*X + P0
      RETURN
      END
