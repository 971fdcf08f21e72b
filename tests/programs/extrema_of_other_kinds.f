C Specific names of MAX and MIN take other kinds as an extension, and bring them to their own.
      DOUBLE PRECISION D
      INTEGER*8 K
      INTEGER*2 J
      REAL R
      D = 0.1D0
      K = 5
      J = 3
      R = 0.25
      PRINT *, AMAX1(D, 0.05), AMAX1(D, D), AMIN1(R, D)
      PRINT *, MAX0(K, 3), MAX0(J, 3), MIN0(J, J)
      PRINT *, AMAX0(K, 3), AMIN0(J, 4)
      PRINT *, MAX1(D, 7.5), MIN1(D * 30, 4.5)
      PRINT *, DMAX1(R, 0.5), DMIN1(R, D)
      END
