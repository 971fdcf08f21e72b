      SUBROUTINE INTRIN(X, I, D, P)
      DOUBLE PRECISION D
      LOGICAL P
      X = SIN()
      X = SIN(X, X)
      X = SIN(I)
      X = SIN(P)
      X = ALOG(D)
      X = MAX(X)
      X = MAX(X, D)
      X = MOD(I, X)
      X = ATAN2(X)
      X = ABS(P)
      X = DSQRT(X)
      I = MAX0(X, I)
      X = FLOOR(X)
      X = SUM(X)
      END
