! test: kernel mix
C     The functions of bits and the newer numeric functions, with counts
C     that differ between lanes.
      SUBROUTINE MIX(I, K, X, J, L, M, Y, Z)
      INTEGER I, K, J, L, M
      INTEGER*8 B
      REAL X
      DOUBLE PRECISION Y, Z
      J = IEOR(ISHFT(I, K), ISHFTC(I, -K)) + POPCNT(I) - LEADZ(K)
      J = IOR(J, SHIFTA(I, IABS(K))) + TRAILZ(I) + IBITS(I, 3, IABS(K))
      B = I
      B = B * 1000003
      L = INT(IAND(ISHFT(B, -K), 65535_8)) + POPCNT(B) + LEADZ(B)
      L = L + INT(IBSET(0_8, 40) / 65536 / 65536)
      L = L + INT(ISHFTC(B, K, 30))
      IF (BTEST(I, IABS(K))) THEN
        M = MODULO(I, K + 40) + FLOOR(X) - CEILING(X)
      ELSE
        M = IBCLR(I, 2) + MODULO(I, 7) + NOT(K)
        CALL MVBITS(I, 1, 4, M, IABS(K) / 2)
      END IF
      Y = MODULO(X, 0.75) + NEAREST(X, -1.0) + SPACING(X) + FRACTION(X)
      Y = Y + EXPONENT(X) + SCALE(X, K / 4) + SET_EXPONENT(X, 2)
      Z = ERF(DBLE(X)) + GAMMA(ABS(X) + 1D0) + BESSEL_J0(DBLE(X))
      Z = Z + HYPOT(DBLE(X), 3D0) + ASINH(X) + MERGE(X, -X, K .GT. 0)
      END
