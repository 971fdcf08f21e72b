C     EQUIVALENCE of scalars, elements and whole arrays, in chains, with
C     COMMON, between types, with initial values.
      PROGRAM MAIN
      COMMON /C/ A(4), B
      DIMENSION P(3), Q(6), S(2,2)
      EQUIVALENCE (A(3), P(1)), (P(3), Z)
      EQUIVALENCE (Q(2), V), (V, W), (W, R), (Q(5), S(1,2))
      DOUBLE PRECISION D, E
      INTEGER I(2), K(2)
      EQUIVALENCE (D, I), (E, K(1))
      INTEGER M, N(3)
      EQUIVALENCE (M, N(2))
      DATA N /1, 2, 3/
      DATA D /1.0D0/
      DO 10 J = 1, 4
   10 A(J) = J
      B = 5
      PRINT *, P, Z
      P(3) = 50
      PRINT *, B, Z
      Z = 60
      CALL SUB
      PRINT *, A, B, P
      DO 20 J = 1, 6
   20 Q(J) = J*1.5
      PRINT *, V, W, R, S
      R = -1
      S(2,2) = -2
      PRINT *, Q
      PRINT *, I
      I(2) = I(2) + 1048576
      PRINT *, D
      E = -D
      PRINT *, K
      M = M*10
      PRINT *, N
      CALL LOCAL(1)
      CALL LOCAL(2)
      END
      SUBROUTINE SUB
      COMMON /C/ A(4), B
      EQUIVALENCE (X, A(4)), (B, Y)
      PRINT *, X, Y
      X = X + Y
      Y = X
      END
      SUBROUTINE LOCAL(N)
      SAVE T, K
      REAL T(3), U(3)
      INTEGER K(3)
      EQUIVALENCE (T(2), U(1)), (K(3), L)
      DATA T/3*1.0/, L/5/
      T(2) = T(2) + N
      L = L + N
      PRINT *, T, U(1), K(3)
      END
