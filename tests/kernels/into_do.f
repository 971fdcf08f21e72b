! test: kernel into
C     A jump into a DO from outside, whose iteration count is that of a
C     run of the loop before.
      INTEGER FUNCTION INTO(N, MODE)
      INTEGER N, MODE, I, ROUND, S
      S = 0
      ROUND = 0
   10 ROUND = ROUND + 1
      DO 40 I = 1, N
      S = S + I
      IF (S .GT. 20*ROUND) GO TO 60
   30 S = S + 100
   40 CONTINUE
      IF (ROUND .LT. 3) GO TO 10
   50 INTO = S*1000 + I
      RETURN
   60 S = S + 1000
      IF (MODE .EQ. 1) GO TO 50
      IF (MODE .EQ. 2) S = S + 7
      IF (MODE .EQ. 3 .AND. ROUND .LT. 5) GO TO 10
      GO TO 30
      END
