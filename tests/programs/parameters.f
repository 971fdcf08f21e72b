C     Named constants and constant expressions.
      PROGRAM CONSTS
      INTEGER N, M, K
      REAL PI, HALF
      DOUBLE PRECISION TWOPI, TENTH
      LOGICAL DEBUG
      PARAMETER (N = 4, M = N*(N + 1)/2, K = -MOD(M, 3))
      PARAMETER (PI = 3.14159, HALF = 1/2.0, TWOPI = 2*PI)
      PARAMETER (TENTH = 0.1D0, DEBUG = N .GT. 3 .AND. .NOT. .FALSE.)
      INTEGER A(N, M), I, J
      INTEGER, PARAMETER :: BASE = 2**10
      REAL(8), PARAMETER :: ROOT = SQRT(2D0), SMALL = 1E-3
      DO 10 J = 1, M
      DO 10 I = 1, N
   10 A(I, J) = I*100 + J
      PRINT *, N, M, K, A(N, M), BASE, BASE/1000
      PRINT *, PI, HALF, TWOPI, TENTH, DEBUG
      PRINT *, ROOT, SMALL, ROOT**2, MAX(N, M), ABS(K)
      IMAX = M
      PRINT *, IMAX*HALF, -N**2, 7/HALF
      END
