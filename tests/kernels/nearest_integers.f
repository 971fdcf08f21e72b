! test: kernel near
C     NINT of what no INTEGER holds, and of NaN: the low half of what
C     the C library's lround gives.
      SUBROUTINE NEAR(X, R, I, J, L, N)
      DOUBLE PRECISION X
      REAL R
      INTEGER I, J, N
      INTEGER*8 L
      I = NINT(X)
      J = NINT(R)
      L = NINT(X, 8)
      N = 0
   10 IF (I .EQ. 0 .OR. N .GE. 3) RETURN
      I = I/3 + NINT(X/3.0D0)
      N = N + 1
      GO TO 10
      END
