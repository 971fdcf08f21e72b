! test: kernel shuffl
C     A local array indexed by values of lanes: fill, permute, sort.
      INTEGER FUNCTION SHUFFL(SEED, N)
      INTEGER SEED, N, A(0:15), I, J, K, S
      S = SEED
      DO 10 I = 0, N - 1
      S = MOD(S*1103 + 12345, 65536)
   10 A(I) = MOD(S, 100)
      K = 0
      DO 30 I = 1, N - 1
      J = I
   20 IF (A(J - 1) .LE. A(J)) GO TO 30
      S = A(J)
      A(J) = A(J - 1)
      A(J - 1) = S
      K = K + 1
      J = J - 1
      IF (J .GT. 0) GO TO 20
   30 CONTINUE
      I = MOD(K, N)
      J = A(I)
      A(MOD(J, N)) = -1
      SHUFFL = 0
      DO 40 I = 0, N - 1
   40 SHUFFL = SHUFFL*3 + A(I)
      SHUFFL = SHUFFL*100 + K
      END
