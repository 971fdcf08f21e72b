      SUBROUTINE TYPES(X, I, P, A)
      REAL X, A(3, 4)
      INTEGER I
      LOGICAL P
      P = X
      X = P
      X = P + 1
      P = X .AND. P
      P = .NOT. I
      IF (X) GO TO 10
      IF (P) 10, 10, 10
      GO TO (10, 10), X
   10 P = P .EQ. P
      P = P .LT. X
      X = 'TEXT'
      X = A
      X = A(1)
      X = A(1, 2, 3)
      X = A(P, 2)
      X = I(3)
      DO 20 P = 1, 3
   20 CONTINUE
      I = X(1) + Q(1, 2)
      CALL X
      END
