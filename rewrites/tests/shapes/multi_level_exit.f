C     A jump out of three loops at once touches one mask.
      INTEGER FUNCTION F(N, X)
      INTEGER N, I, J, K
      REAL X
      F = 0
      DO 10 I = 1, N
      DO 10 J = 1, N
      DO 10 K = 1, N
      IF (X * REAL(I * J) .GT. REAL(100 + K)) GO TO 20
      F = F + 1
   10 CONTINUE
      F = -F
   20 CONTINUE
      END
