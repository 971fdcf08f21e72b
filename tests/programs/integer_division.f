C     Integer division, MOD and powers of integers in all sign cases.
      PROGRAM DIVIDE
      INTEGER I, J, A(4), B(4)
      INTEGER*8 L, M
      DATA A /7, -7, 8, -8/
      DATA B /2, -2, 3, -3/
      DO 10 I = 1, 4
      DO 10 J = 1, 4
   10 PRINT *, A(I), B(J), A(I)/B(J), MOD(A(I), B(J)), A(I)/B(J)*B(J)
      DO 20 I = -3, 3
      DO 20 J = 0, 4
   20 PRINT *, I, J, I**J
      DO 30 I = -3, 3
      IF (I .EQ. 0) GO TO 30
      PRINT *, I, I**(-1), I**(-2), I**(-3)
   30 CONTINUE
      L = -5000000001_8
      M = 3
      PRINT *, L/M, MOD(L, M), L/(-M), MOD(L, -M), M**30, (-M)**31
      PRINT *, 2**30 - 1 + (-2147483647), 1/2*2, 2*1/2, -7/2, (-7)/2
      PRINT *, -3**2, (-3)**2, 2**3**2, (2**3)**2, 10 - 4 - 3, 16/4/2
      END
