C     Procedures as arguments: external functions and subroutines,
C     intrinsic functions, dummy procedures passed on.
      PROGRAM PROCS
      EXTERNAL SQUARE, CUBE, SHOW, TELL
      INTRINSIC SIN, DABS, MOD, SIGN, NINT
      REAL SQUARE, CUBE, SIMPSN, A(3), TWICE
      DOUBLE PRECISION DAPPLY
      INTEGER IAPPLY, NTIMES
      PRINT *, SIMPSN(SQUARE, 0.0, 3.0), SIMPSN(CUBE, 0.0, 2.0)
      PRINT *, SIMPSN(SIN, 0.0, 1.0)
      PRINT *, DAPPLY(DABS, -2.5D0)
      PRINT *, IAPPLY(MOD, 17, 5)
      A(1) = 1.5
      A(2) = -2.5
      A(3) = 3.5
      CALL EACH(A, 3, SHOW)
      CALL EACH(A, 3, TELL)
      CALL EACH(A, 3, SHOW)
      PRINT *, TWICE(SQUARE, 3.0), TWICE(CUBE, 2.0), TWICE(SIN, 1.0)
      PRINT *, NTIMES(SQUARE), NTIMES(CUBE), NTIMES(SQUARE)
      CALL BOTH(SIGN, NINT, 2.5)
      END
      REAL FUNCTION SQUARE(X)
      SQUARE = X*X
      END
      REAL FUNCTION CUBE(X)
      CUBE = X**3
      END
      REAL FUNCTION SIMPSN(F, A, B)
      EXTERNAL F
      SIMPSN = (B - A)/6*(F(A) + 4*F((A + B)/2) + F(B))
      END
      REAL FUNCTION TWICE(G, X)
      TWICE = OUTER(G, G(X))
      END
      REAL FUNCTION OUTER(H, X)
      EXTERNAL H
      REAL H
      OUTER = H(X)
      END
      DOUBLE PRECISION FUNCTION DAPPLY(F, X)
      DOUBLE PRECISION F, X
      DAPPLY = F(X) + 1
      END
      INTEGER FUNCTION IAPPLY(F, I, J)
      INTEGER F
      IAPPLY = F(I, J)
      END
      SUBROUTINE EACH(A, N, S)
      REAL A(N)
      DO 10 I = 1, N
   10 CALL S(A(I), I)
      END
      SUBROUTINE SHOW(X, I)
      PRINT *, I, X
      X = -X
      END
      SUBROUTINE TELL(X, I)
      SAVE N
      DATA N /0/
      N = N + I
      PRINT *, 'told', N, X
      END
C     The variable that is kept is one for all that is passed.
      INTEGER FUNCTION NTIMES(F)
      EXTERNAL F
      SAVE K
      DATA K /10/
      K = K + 1
      NTIMES = K + INT(F(2.0))*100
      END
      SUBROUTINE BOTH(S, N, X)
      INTEGER N
      PRINT *, S(X, -1.0), N(X)
      END
