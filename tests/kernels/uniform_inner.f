! test: kernel mixed
C     Loops whose counts all lanes share within branches that they do
C     not share, and the other way round.
      DOUBLE PRECISION FUNCTION MIXED(X, N)
      DOUBLE PRECISION X, W(5), S
      INTEGER N, I, J
      DATA W /0.5D0, -1D0, 2D0, 0.25D0, -0.125D0/
      S = 0D0
      DO 20 I = 1, 5
      IF (X .LT. I) THEN
        DO 10 J = 1, I
   10   S = S + W(J)*X
      ELSE
        DO 15 J = 1, N
        S = S*0.5D0 + W(I)
        IF (S .GT. 1D0) GO TO 20
   15   CONTINUE
        W(I) = W(I) + S
      END IF
   20 CONTINUE
      MIXED = S
      END
