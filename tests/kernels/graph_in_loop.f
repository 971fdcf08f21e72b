! test: kernel climb
! test: set k = 3
C     Blocks that lead to each other and are entered at either one, by
C     all lanes together, so that neither is the head of a loop. They
C     are inside of a loop that lanes leave one by one: what is known of
C     its masks in one turn must not be taken for the next.
      SUBROUTINE CLIMB(X, N, K, S, T)
      DOUBLE PRECISION X, S, T
      INTEGER N, K, I, M
      S = X
      T = 0D0
      DO 50 I = 1, N
      IF (S .GT. 30D0) GO TO 60
      M = 0
      IF (K .GT. 2) GO TO 20
   10 M = M + 1
      T = T + 1D0
      IF (M .GT. 4) GO TO 40
   20 M = M + 2
      T = T + 0.5D0*S
      IF (M .LE. 5) GO TO 10
   40 S = S + T/4D0
      IF (T .GT. 25D0) GO TO 60
   50 CONTINUE
   60 CONTINUE
      END
