C     Order and conversions.
      PROGRAM EXPRES
      INTEGER I, J
      INTEGER*8 K
      REAL X
      DOUBLE PRECISION D, E
      LOGICAL L
      I = 7
      J = -3
      K = 5000000000_8
      X = 1.1
      D = 1.1D0
      PRINT *, I/J*J, I*J/J, -I/2, -I**2, I**3, 2**(-1), MOD(-I,3)
      PRINT *, K/I, K*2+J, INT(K/1000,4)
      PRINT *, X*I, X*X*D, I/2*D, (I/2)*X, D**2, X**I, X**J, D**X
      PRINT *, X-(D-X), (X-D)-X, -X+D*I-J/2, D-X-I-K
      E = MAX(D, 2D0, 0.5D0) - MIN(I, J, 9) + SIGN(X, -1.0) + DIM(I,J)
      PRINT *, E, ABS(J), ABS(X-2), NINT(2.5), NINT(-D*3), AINT(-D*3)
      PRINT *, ANINT(2.5D0), MOD(7.5,2.0), ATAN2(D,-D), INT(-3.9)
      L = I.GT.J .EQV. X.LT.D .NEQV. .NOT. K.EQ.5
      PRINT *, L, X.EQ.D, REAL(D).EQ.X, SQRT(D)
      X = D*3
      I = D*3
      D = X
      PRINT *, X, I, D
      END
