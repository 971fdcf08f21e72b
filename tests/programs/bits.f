C     The bit functions of MIL-STD-1753 and their kin, of both kinds.
      PROGRAM BITS
      INTEGER I, J, K, N, V(6)
      INTEGER*8 I8, J8
      DATA V /0, 1, -1, 12345, -12345, 2147483647/
      PARAMETER (KAND = IAND(12, 10), KOR = IOR(12, 10))
      PARAMETER (KEOR = IEOR(12, 10), KNOT = NOT(5), KSH = ISHFT(3, 4))
      PARAMETER (KSR = ISHFT(-1, -28), KSC = ISHFTC(13, 2, 4))
      PARAMETER (KB = IBITS(1234, 3, 5), KPOP = POPCNT(255))
      LOGICAL LT
      PARAMETER (LT = BTEST(8, 3))
      PRINT *, KAND, KOR, KEOR, KNOT, KSH, KSR, KSC, KB, KPOP, LT
      DO 20 N = 1, 6
      I = V(N)
      I8 = I
      I8 = I8 * 100003
      J = 1234567
      J8 = 98765432101234_8
      PRINT *, IAND(I, J), IOR(I, J), IEOR(I, J), NOT(I)
      PRINT *, IAND(I8, J8), IOR(I8, J8), IEOR(I8, J8), NOT(I8)
      PRINT *, AND(I, J), OR(I, J), XOR(I, J)
      PRINT *, POPCNT(I), POPPAR(I), LEADZ(I), TRAILZ(I)
      PRINT *, POPCNT(I8), POPPAR(I8), LEADZ(I8), TRAILZ(I8)
      DO 10 K = 0, 31, 5
      PRINT *, K, ISHFT(I, K), ISHFT(I, -K), ISHFTC(I, K), ISHFTC(I, -K)
      PRINT *, SHIFTL(I, K), SHIFTR(I, K), SHIFTA(I, K)
      PRINT *, LSHIFT(I, K), RSHIFT(I, K)
      PRINT *, BTEST(I, K), IBSET(I, K), IBCLR(I, K), IBITS(I, K, 31-K)
      PRINT *, ISHFT(I8, K), ISHFT(I8, -K), ISHFTC(I8, K), BTEST(I8, K)
      PRINT *, SHIFTL(I8, K), SHIFTR(I8, K), SHIFTA(I8, K)
      PRINT *, IBSET(I8, K), IBCLR(I8, K), IBITS(I8, K, 20)
      PRINT *, DSHIFTL(I, J, K), DSHIFTR(I, J, K), MASKL(K), MASKR(K)
      J = 1234567
      CALL MVBITS(I, 3, 7, J, K / 2)
      PRINT *, J
   10 CONTINUE
      DO 15 K = -8, 8
      PRINT *, ISHFTC(I, K, 8), ISHFTC(I, K, 13), ISHFTC(I8, K, 24)
   15 CONTINUE
      PRINT *, ISHFT(I, 32), ISHFT(I, -32), SHIFTA(I, 32)
      PRINT *, IBITS(I, 4, 0)
      PRINT *, BGE(I, J), BGT(I, J), BLE(I, J), BLT(I, J)
   20 CONTINUE
      PRINT *, AND(LT, .FALSE.), OR(LT, .FALSE.), XOR(LT, LT)
      PRINT *, MODULO(-7, 3), MODULO(7, -3), MODULO(-6, 3)
      DO 30 N = -4, 4
      PRINT *, MODULO(N, 3), MODULO(N, -3), MODULO(INT(N, 8), 3_8)
   30 CONTINUE
      END
