! test: kernel corner
C     Steps of zero, powers, conversions of what does not fit.
      SUBROUTINE CORNER(K, I, J, X, M, L)
      INTEGER K, I, J, M, N
      INTEGER*8 L
      DOUBLE PRECISION X
      M = 0
      L = X
      GO TO (10, 20, 30, 40), K
      M = INT(X)
      RETURN
   10 DO 15 N = 1, I, J
   15 M = M + N
      RETURN
   20 M = I**J
      RETURN
   30 M = NINT(X)
      L = NINT(X, 8)
      RETURN
   40 M = MAX(MIN(MOD(I, J), 1000), ISIGN(I, J)) + IDIM(I, J)
      END
