C     A restart at some lines before the head of the loop: lanes that restart do not wait for the others.
      FUNCTION F(X)
      INTEGER N
      N = 0
      F = X
   20 E = F
      D = F + 1.0
   30 F = F * 0.5 + D
      N = N + 1
      IF (N .GT. 100) RETURN
      IF (F .GT. E) GO TO 20
      GO TO 30
      END
