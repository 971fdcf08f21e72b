! test: kernel edges
C     MIN, MAX, SIGN, DIM, rounding and comparisons at NaN, infinities
C     and signed zeros.
      SUBROUTINE EDGES(X, Y, A, B, C, D, E, F, R, S, K, P)
      DOUBLE PRECISION X, Y, A, B, C, D, E, F
      REAL R, S, G, H
      INTEGER K
      LOGICAL P
      G = X
      H = Y
      A = MAX(X, Y)
      B = MIN(X, 1D0)
      C = SIGN(X, Y)
      D = DIM(X, Y)
      E = AINT(X)
      F = ANINT(Y)
      R = MAX(G, H)
      S = MIN(G, H)
      K = 0
      IF (X .LT. Y) K = K + 1
      IF (X .LE. Y) K = K + 10
      IF (X .EQ. Y) K = K + 100
      IF (.NOT. X .GT. Y) K = K + 1000
      IF (X .NE. X) K = K + 10000
      IF (ABS(X) .LT. 1D9) K = K + 100000*NINT(X)
      P = .NOT. (G .GE. H) .EQV. H .GT. G
      END
