C     Intrinsic functions by their specific names.
      PROGRAM SPECIF
      INTEGER I, J
      INTEGER*8 L
      REAL X, Y
      DOUBLE PRECISION D, E
      I = -7
      J = 3
      L = -70000000000_8
      X = -2.75
      Y = 1.5
      D = -2.75D0
      E = 1.5D0
      PRINT *, IABS(I), ABS(I), ABS(L), ABS(X), DABS(D), ABS(D)
      PRINT *, MAX0(I, J, 2), MIN0(I, J, 2), AMAX1(X, Y), AMIN1(X, Y)
      PRINT *, DMAX1(D, E, 0D0), DMIN1(D, E, 0D0), AMAX0(I, J)
      PRINT *, AMIN0(I, J), MAX1(X, Y), MIN1(X, Y)
      PRINT *, MOD(I, J), MOD(I, -J), AMOD(X, Y), DMOD(D, E), MOD(X, Y)
      PRINT *, ISIGN(I, J), SIGN(I, -J), SIGN(X, Y), DSIGN(D, E)
      PRINT *, IDIM(I, J), IDIM(J, I), DIM(X, Y), DIM(Y, X), DDIM(E, D)
      PRINT *, SQRT(Y), DSQRT(E), ALOG(Y), DLOG(E), ALOG10(Y), DLOG10(E)
      PRINT *, EXP(Y), DEXP(E), SIN(X), DSIN(D), COS(X), DCOS(D)
      PRINT *, TAN(X), DTAN(D), ASIN(Y/2), DASIN(E/2), ACOS(Y/2)
      PRINT *, DACOS(E/2), ATAN(X), DATAN(D), ATAN2(X, Y), DATAN2(D, E)
      PRINT *, SINH(Y), DSINH(E), COSH(Y), DCOSH(E), TANH(Y), DTANH(E)
      PRINT *, INT(X), IFIX(X), IDINT(D), NINT(X), IDNINT(D)
      PRINT *, AINT(X), DINT(D), ANINT(X), DNINT(D)
      PRINT *, FLOAT(I), REAL(D), SNGL(D), DBLE(X), DFLOAT(I)
      PRINT *, MAX(X, Y), MAX(D, E), MAX(I, J), MIN(L, 3_8)
      END
