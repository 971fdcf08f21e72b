! test: kernel triple
C     Three loops in each other, with exits over one, two and three
C     levels, and a return from the innermost.
      SUBROUTINE TRIPLE(N, M, A, B, C, HOW)
      INTEGER N, M, A, B, C, HOW, S
      S = 0
      HOW = 0
      B = 0
      C = 0
      DO 30 A = 1, N
      DO 20 B = A, N
      DO 10 C = 1, B
      S = S + A*B*C
      IF (MOD(S, M) .EQ. 1) GO TO 20
      IF (MOD(S, M) .EQ. 2) GO TO 30
      IF (MOD(S, M) .EQ. 3) GO TO 40
      IF (S .GT. 5000) RETURN
   10 CONTINUE
      S = S + 1
      IF (S .GT. 900 .AND. MOD(S, 11) .EQ. 0) GO TO 50
   20 CONTINUE
      S = S + 2
   30 CONTINUE
      HOW = 1
      GO TO 60
   40 HOW = 2
   50 HOW = HOW + 3
   60 HOW = HOW + 10*S
      END
