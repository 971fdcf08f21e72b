! test: kernel heavy
C     So many arms with roots and divisions that a tree of ranges is
C     taken. Lanes agree in the first rounds and part later.
      SUBROUTINE HEAVY(K, X, Y, N)
      INTEGER K, N, I, J
      DOUBLE PRECISION X, Y
      Y = X
      N = 0
      DO 100 I = 1, 12
      J = MOD(I + (I/4)*K, 20)
      SELECT CASE (J)
      CASE (0)
        Y = SQRT(ABS(Y) + 1D0)
      CASE (1)
        Y = Y/(1D0 + Y*Y)
      CASE (2)
        Y = SQRT(Y*Y + 2D0)
      CASE (3)
        Y = (Y + 3D0)/(ABS(Y) + 0.5D0)
      CASE (4, 13)
        Y = SQRT(ABS(Y - 4D0))
        N = N + 1
      CASE (5)
        Y = 1D0/(5D0 + ABS(Y))
      CASE (6)
        Y = SQRT(ABS(Y*6D0))
      CASE (7)
        Y = Y/7D0
        IF (Y .GT. 0.1D0) GO TO 100
        Y = Y + 1D0/7D0
      CASE (8)
        Y = SQRT(8D0 + Y*Y)
      CASE (9)
        Y = Y/9D0 - X
      CASE (10)
        Y = SQRT(ABS(X) + 10D0)
      CASE (11)
        Y = Y/11D0
      CASE (12)
        Y = Y - SQRT(12D0 + X*X)
      CASE (14)
        Y = Y/(14D0 + X*X)
      CASE (15)
        Y = SQRT(15D0 + ABS(Y))
      CASE (16)
        Y = X/16D0 + Y
        IF (Y .LT. -30D0) RETURN
      CASE (17)
        Y = SQRT(17D0*ABS(Y))
      CASE (18)
        Y = Y/18D0
      CASE DEFAULT
        N = N + 1000
        Y = Y/(DBLE(N) + Y*Y)
      END SELECT
      N = N + J
  100 CONTINUE
      END
