! test: kernel power
C     Powers by integers and by reals of lanes.
      SUBROUTINE POWER(X, Y, N, A, B, F, I)
      DOUBLE PRECISION X, Y, A, B
      REAL F, G
      INTEGER N, I, J
      G = X
      A = X**N
      B = ABS(X)**Y
      F = G**N + ABS(G)**1.5 + G**2
      J = X
      IF (J .EQ. 0 .AND. N .LT. 0) J = 1
      I = J**N
      IF (N .GT. 0) THEN
        I = I + N**3
      ELSE
        A = A*Y**(-N)
      END IF
      END
