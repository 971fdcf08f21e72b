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
C     S = SIN(X), C = COS(X) by their Taylor polynomials, good to a few
C     units in the last place of one for X within -PI to PI.
C
      SUBROUTINE SINCOS(X, S, C)
      DOUBLE PRECISION X, S, C, Z
      Z = X*X
      S = -9.1836898637955460D-29
      S = S*Z + 6.4469502843844736D-26
      S = S*Z - 3.8681701706306841D-23
      S = S*Z + 1.9572941063391263D-20
      S = S*Z - 8.2206352466243295D-18
      S = S*Z + 2.8114572543455206D-15
      S = S*Z - 7.6471637318198164D-13
      S = S*Z + 1.6059043836821613D-10
      S = S*Z - 2.5052108385441720D-8
      S = S*Z + 2.7557319223985893D-6
      S = S*Z - 1.9841269841269841D-4
      S = S*Z + 8.3333333333333332D-3
      S = S*Z - 1.6666666666666666D-1
      S = X + X*Z*S
      C = -2.4795962632247976D-27
      C = C*Z + 1.6117375710961184D-24
      C = C*Z - 8.8967913924505741D-22
      C = C*Z + 4.1103176233121648D-19
      C = C*Z - 1.5619206968586225D-16
      C = C*Z + 4.7794773323873853D-14
      C = C*Z - 1.1470745597729725D-11
      C = C*Z + 2.0876756987868100D-9
      C = C*Z - 2.7557319223985888D-7
      C = C*Z + 2.4801587301587302D-5
      C = C*Z - 1.3888888888888889D-3
      C = C*Z + 4.1666666666666664D-2
      C = C*Z - 5.0000000000000000D-1
      C = 1.0D0 + Z*C
      RETURN
      END
