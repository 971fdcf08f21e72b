C     POINTER and TARGET as statements, of names without a type.
      PROGRAM ATTRIB
      INTEGER I, N
      REAL X, A
      POINTER X, A(:), Q
      TARGET Y, B(5)
      DIMENSION Q(:)
      COMMON /BLK/ N
      DO 10 I = 1, 5
   10 B(I) = I
      X => Y
      Y = 2.5
      X = X*2
      A => B
      Q => A(2:4)
      Q = Q + 1
      PRINT *, Y, B, Q
      IF (ASSOCIATED(A)) NULLIFY (A)
      IF (ASSOCIATED(A)) GO TO 20
      PRINT *, 'NULL'
   20 ALLOCATE (A(2))
      A(1) = 1
      A(2) = F(A)
      PRINT *, A
      CALL S(A, 2)
      PRINT *, A
      CALL S(Q, 3)
      PRINT *, B
      END
      REAL FUNCTION F(A)
      REAL A(2)
      F = A(1) + 10
      END
      SUBROUTINE S(A, N)
      REAL A(N)
      A(N) = -A(N)
      END
