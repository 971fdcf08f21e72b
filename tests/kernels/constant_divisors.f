! test: kernel divide
C     Quotients and remainders by constants are shifts, or products with
C     reciprocals: of the least and greatest numbers, too.
      SUBROUTINE DIVIDE(I, K, Q1, Q2, Q3, Q4, Q5, Q6, Q7, Q8, Q9,
     &                  R1, R2, R3, R4, R5, R6, R7, R8, R9,
     &                  M1, M2, M3, M4, L1, L2, L3, L4, L5, L6)
      INTEGER I, Q1, Q2, Q3, Q4, Q5, Q6, Q7, Q8, Q9
      INTEGER R1, R2, R3, R4, R5, R6, R7, R8, R9, M1, M2, M3, M4
      INTEGER*8 K, L1, L2, L3, L4, L5, L6
      INTEGER*1 B
      INTEGER*2 H
      Q1 = I/2
      Q2 = I/3
      Q3 = I/7
      Q4 = I/8
      Q5 = I/(-2)
      Q6 = I/1000000007
      Q7 = I/2147483647
      Q8 = I/1073741824
      Q9 = I/1 + I/(-1)
      R1 = MOD(I, 2)
      R2 = MOD(I, 3)
      R3 = MOD(I, 10)
      R4 = MOD(I, 4096)
      R5 = MOD(I, -2)
      R6 = MOD(I, -1) + MOD(I, 1)
      R7 = MODULO(I, 8)
      R8 = MODULO(I, 365)
      R9 = 0
      IF (MOD(I, 2) .EQ. 0) R9 = 1
      IF (MOD(I, 16) .NE. 0) R9 = R9 + 2
      IF (MODULO(I, 4) .EQ. 0) R9 = R9 + 4
      IF (MOD(I, 4) .EQ. 1) R9 = R9 + 8
      IF (MOD(K, 2_8) .EQ. 0) R9 = R9 + 16
      B = INT(MOD(I, 128), 1)
      H = INT(MOD(I, 32768), 2)
      M1 = B/4_1 + MOD(B, 64_1)
      M2 = B/3_1 + MOD(B, 3_1)
      M3 = H/16_2 + MOD(H, 2_2)
      M4 = H/10_2 + MOD(H, 10_2)
      L1 = K/2
      L2 = K/10
      L3 = K/4294967296_8
      L4 = MOD(K, 2_8)
      L5 = MOD(K, 4611686018427387904_8)
      L6 = MODULO(K, 1000_8)
      END
