C     Statement functions: arguments evaluated once, dummy arguments of
C     their own, references in each other, types of their names.
      PROGRAM STMTF
      INTEGER I, N, COUNTS, NEXT, IROUND, K
      REAL X, A(3), AREA, HALF, CUBIC, LERP, NOARG
      DOUBLE PRECISION D, DSQ
      LOGICAL ODD, P
      PARAMETER (N = 3)
      DATA A /1.5, 2.5, 3.5/
      AREA(X) = 3.25*X*X
      HALF(X) = X/2
      CUBIC(X) = X*AREA(X) + HALF(HALF(X))
      LERP(X, I) = A(I) + X*(A(I + 1) - A(I))
      IROUND(X) = X + 0.5
      ODD(I) = MOD(I, 2) .EQ. 1
      DSQ(D) = D*D + K
      NOARG() = A(1) + K
      TWICE(I) = 2*I
      X = 10
      I = 7
      K = 1
      PRINT *, AREA(2.0), X, HALF(X), AREA(X + 1)
      PRINT *, CUBIC(2.0), CUBIC(HALF(X))
      PRINT *, LERP(0.5, 1), LERP(0.25, I - 5)
      PRINT *, IROUND(2.4), IROUND(2.6), IROUND(-2.6)
      P = ODD(I) .AND. .NOT. ODD(I + 1)
      PRINT *, P, ODD(N), TWICE(21)
      PRINT *, DSQ(1.5D0), NOARG()
      K = 2
      PRINT *, DSQ(1.5D0), NOARG(), TWICE(K) + TWICE(K + 1)
      COUNTS = 0
      DO 10 I = 1, N
   10 IF (ODD(NEXT(COUNTS))) PRINT *, 'odd', COUNTS
      I = 4
      IF (I .LE. 2 .AND. LERP(0.5, I) .GT. 0) PRINT *, 'never'
      PRINT *, AREA(REAL(NEXT(COUNTS))) + AREA(REAL(NEXT(COUNTS)))
      PRINT *, X, I, COUNTS
      CALL OTHER(2.0)
      END
      INTEGER FUNCTION NEXT(COUNTS)
      INTEGER COUNTS
      COUNTS = COUNTS + 1
      NEXT = COUNTS
      END
      SUBROUTINE OTHER(Y)
      REAL Y, F, G
      F(Z) = Z + Y
      G(F1) = F(F1)*F(F1)
      PRINT *, F(1.0), G(1.0)
      PRINT *, G(F(0.5))
      END
