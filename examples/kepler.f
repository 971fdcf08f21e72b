C     Solves Kepler's equation EA - ECC*SIN(EA) = M for the eccentric
C     anomaly EA by Newton's method, M in radians within -PI to PI.
C     Sine and cosine are polynomials, so that no library is called.
C
      SUBROUTINE KEPLER(M, ECC, EA, STEPS)
      DOUBLE PRECISION M, ECC, EA, S, C, D
      INTEGER STEPS
      STEPS = 0
      EA = M + ECC*SIGN(0.85D0, M)
   10 CALL SINCOS(EA, S, C)
      D = (EA - ECC*S - M)/(1.0D0 - ECC*C)
      EA = EA - D
      STEPS = STEPS + 1
      IF (ABS(D) .LT. 1.0D-12) GO TO 20
      IF (STEPS .LT. 50) GO TO 10
   20 RETURN
      END
C
C     S = SIN(X), C = COS(X): Taylor polynomials of what is left of X
C     behind Q quarter turns; F, which is Q but for whole turns, tells
C     the quarter.
C
      SUBROUTINE SINCOS(X, S, C)
      DOUBLE PRECISION X, S, C, Q, R, Z, F, T
      DOUBLE PRECISION TWOPI, HI, LO
      PARAMETER (TWOPI = 0.63661977236758134D0)
      PARAMETER (HI = 1.5707963267948966D0)
      PARAMETER (LO = 6.123233995736766D-17)
      Q = ANINT(X*TWOPI)
      R = (X - Q*HI) - Q*LO
      Z = R*R
      S = -7.6471637318198164D-13
      S = S*Z + 1.6059043836821613D-10
      S = S*Z - 2.5052108385441720D-8
      S = S*Z + 2.7557319223985893D-6
      S = S*Z - 1.9841269841269841D-4
      S = S*Z + 8.3333333333333332D-3
      S = S*Z - 1.6666666666666666D-1
      S = R + R*Z*S
      C = 4.7794773323873853D-14
      C = C*Z - 1.1470745597729725D-11
      C = C*Z + 2.0876756987868100D-9
      C = C*Z - 2.7557319223985888D-7
      C = C*Z + 2.4801587301587302D-5
      C = C*Z - 1.3888888888888889D-3
      C = C*Z + 4.1666666666666664D-2
      C = C*Z - 5.0000000000000000D-1
      C = 1.0D0 + Z*C
      F = Q - 4.0D0*ANINT(0.25D0*Q)
      IF (ABS(F) .NE. 1.0D0) GO TO 10
      T = S
      S = F*C
      C = -F*T
      GO TO 20
   10 IF (F .EQ. 0.0D0) GO TO 20
      S = -S
      C = -C
   20 RETURN
      END
