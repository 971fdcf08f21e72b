C     Arrays with lower bounds, of several dimensions, in column order.
      PROGRAM BOUNDS
      INTEGER A(-2:2), B(0:1, -1:1), C(2, 2, 2), I, J, K
      REAL D(3:5)
      DIMENSION E(2:3)
      DO 10 I = -2, 2
   10 A(I) = I*I
      DO 20 J = -1, 1
      DO 20 I = 0, 1
   20 B(I, J) = 10*I + J
      DO 30 K = 1, 2
      DO 30 J = 1, 2
      DO 30 I = 1, 2
   30 C(I, J, K) = 100*I + 10*J + K
      D(3) = 1.5
      D(4) = D(3)*2
      D(5) = D(4)*D(3)
      E(2) = 7
      E(3) = E(2)/2
      PRINT *, A
      PRINT *, B
      PRINT *, C
      PRINT *, D, E
      PRINT *, A(A(-1)), B(A(0) + 1, A(-1) - 1), C(2, 1, 2)
      I = -2
      A(I) = A(I + 1) + A(-I)
      PRINT *, A(-2)
      END
