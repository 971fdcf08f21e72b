! test: kernel elem
C     Elementary functions in both kinds, under a varying branch.
      SUBROUTINE ELEM(K, X, Y, A, B, F)
      INTEGER K
      DOUBLE PRECISION X, Y, A, B
      REAL F, G
      G = X
      GO TO (10, 20, 30, 40, 50, 60, 70), K
   10 A = SIN(X)
      B = COS(Y)
      F = TAN(G)
      RETURN
   20 A = EXP(X)
      B = LOG(ABS(Y))
      F = LOG10(ABS(G))
      RETURN
   30 A = SQRT(X)
      B = ATAN2(X, Y)
      F = ATAN(G)
      RETURN
   40 A = ASIN(X/(1D0 + ABS(X)))
      B = ACOS(Y/(1D0 + ABS(Y)))
      F = ASIN(G/(1.0 + ABS(G)))
      RETURN
   50 A = SINH(X)
      B = COSH(Y)
      F = TANH(G)
      RETURN
   60 A = TANH(X)
      B = TAN(Y)
      F = EXP(G) + SIN(G)*COS(G)
      RETURN
   70 A = MOD(X, Y)
      B = LOG10(ABS(X))
      F = ATAN2(G, -1.0) + SQRT(ABS(G))
      END
