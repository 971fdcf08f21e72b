! test: dump loops
! test: dump loops --format=full
C     What the report tells of counted loops, of calls in conditions, of
C     arrays, and of values that earlier loops and iterations leave.
      SUBROUTINE COUNTS(N, M, X, V, K)
      INTEGER N, M, I, J, K, V(*)
      REAL X
C     I is added to twice in an iteration.
      I = 0
   10 I = I + 1
      K = K + V(I)
      I = I + 1
      IF (I .LE. N) GO TO 10
C     Bounds that are expressions, an increment of 2 and of -3.
      DO 20 I = M, 2*N + 3, 2
   20 X = X + I
      DO 30 I = N, 2, -3
   30 X = X + I
C     The limit changes in the loop, the iteration count does not.
      DO 40 J = 1, M
   40 M = M - 1
C     Down to zero, with constants alone.
      K = 10
   50 K = K - 2
      IF (K .GT. 0) GO TO 50
C     Entered with one of two values.
      J = N
      IF (X .GT. 0.0) J = 5
   60 J = J - 1
      IF (J .NE. 0) GO TO 60
C     A REAL variable.
      DO X = 0.0, 1.0, 0.25
      K = K + 1
      END DO
      END

      SUBROUTINE CALLS(A, N, Y)
      INTEGER N, I
      REAL A(N), Y, HALF
      COMMON /LIM/ LIMIT
      I = 1
      DO WHILE (HALF(Y) .GT. A(I))
        A(I) = Y
        I = I + 1
        IF (I .GT. LIMIT) CALL RAISE
      END DO
C     What the first loop left is not known here.
   10 A(I) = A(I) + 1.0
      A(2) = 0.0
      Y = HALF(Y)
      IF (A(I) .LT. Y .AND. A(2) .LT. 1.0) GO TO 10
      END

      REAL FUNCTION HALF(X)
      REAL X
      HALF = X*0.5
      END

      SUBROUTINE RAISE
      COMMON /LIM/ LIMIT
      LIMIT = LIMIT + 1
      END

      SUBROUTINE NEST(N)
      INTEGER N, I, J, K
C     Loops inside of each other; the inner one jumps back into the
C     range of the outer one, which makes that irreducible.
      IF (N .LT. 0) GO TO 20
      DO 40 I = 1, N
      J = I
   10 K = 2*J
   20 J = J + 1
      IF (J .GT. K) GO TO 30
      IF (J .LT. N) GO TO 10
      GO TO 40
   30 K = K + 1
      IF (K .LT. 100) GO TO 20
   40 CONTINUE
C     A computed GO TO leaves by two of its cases and by none.
   50 K = K + 1
      GO TO (50, 60, 50, 60), K
   60 CONTINUE
      END
