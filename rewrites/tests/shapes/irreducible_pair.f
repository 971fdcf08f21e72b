C     A jump into the middle of a loop: one dispatch head, and no block is copied.
      INTEGER FUNCTION F(N, K)
      INTEGER N, K
      F = 0
      IF (K .GT. 0) GO TO 20
   10 F = F + 1
      IF (F .GT. 2 * N) GO TO 30
   20 F = F + 3
      IF (F .LT. N) GO TO 10
   30 CONTINUE
      END
