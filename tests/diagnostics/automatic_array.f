      SUBROUTINE AUTO(N, X)
      INTEGER N
      REAL X, WORK(N), MORE(2*N, 3)
      WORK(1) = X
      END
