C     A search with two ways out, each with code of its own behind the loop: lanes that are done wait at the scopes,
C     outside of the loop. The counter is the same in all lanes that are still in the loop.
      INTEGER FUNCTION F(X, N, TABLE)
      INTEGER N, I
      REAL X, TABLE(N)
      I = 1
   10 IF (I .GT. N) GO TO 30
      IF (TABLE(I) .GE. X) GO TO 20
      I = I + 1
      GO TO 10
   20 F = I
      RETURN
   30 F = -1
      END
