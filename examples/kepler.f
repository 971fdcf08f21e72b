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
C     S = SIN(X), C = COS(X) by Taylor polynomials on a quarter turn
C     around the nearest multiple of PI/2.
C
      SUBROUTINE SINCOS(X, S, C)
      DOUBLE PRECISION X, S, C, R, Z, SR, CR, T
      INTEGER K
      DOUBLE PRECISION TWOPI, HI, LO
      PARAMETER (TWOPI = 0.63661977236758134D0)
      PARAMETER (HI = 1.5707963267948966D0)
      PARAMETER (LO = 6.123233995736766D-17)
      K = NINT(X*TWOPI)
      R = (X - K*HI) - K*LO
      Z = R*R
      T = -7.6471637318198165D-13
      T = 1.6059043836821613D-10 + Z*T
      T = -2.5052108385441720D-8 + Z*T
      T = 2.7557319223985893D-6 + Z*T
      T = -1.9841269841269841D-4 + Z*T
      T = 8.3333333333333333D-3 + Z*T
      T = -1.6666666666666667D-1 + Z*T
      SR = R + R*Z*T
      T = 4.7794773323873853D-14
      T = -1.1470745597729725D-11 + Z*T
      T = 2.0876756987868099D-9 + Z*T
      T = -2.7557319223985891D-7 + Z*T
      T = 2.4801587301587302D-5 + Z*T
      T = -1.3888888888888889D-3 + Z*T
      T = 4.1666666666666667D-2 + Z*T
      CR = 1.0D0 - 0.5D0*Z + Z*Z*T
      K = MOD(K, 4)
      IF (K .LT. 0) K = K + 4
      IF (K .EQ. 1) GO TO 20
      IF (K .EQ. 2) GO TO 30
      IF (K .EQ. 3) GO TO 40
      S = SR
      C = CR
      RETURN
   20 S = CR
      C = -SR
      RETURN
   30 S = -SR
      C = -CR
      RETURN
   40 S = -CR
      C = SR
      RETURN
      END
