! test: dump cfg
! test: dump ssa
! test: dump ssa --no-inline
! test: dump masked --no-inline
C     Arguments by reference: a variable, an element of an array, an
C     expression; what is SAVEd, and DATA.
      REAL FUNCTION OUTER(X)
      REAL X, A(3), INNER
      A(1) = X
      A(2) = 2.0
      IF (X .GT. 0.0) CALL COUNT(A(2), X)
      OUTER = INNER(A, X*X) + A(2)
      END
      SUBROUTINE COUNT(Y, X)
      REAL Y, X
      INTEGER CALLS
      SAVE CALLS
      DATA CALLS /7/
      CALLS = CALLS + 1
      Y = Y + CALLS
      X = -X
      END
      REAL FUNCTION INNER(B, Z)
      REAL B(*), Z
      INNER = B(1)*B(2)
   10 IF (INNER .LT. 100.0) THEN
        INNER = INNER*2 + ABS(Z)
        GO TO 10
      END IF
      END
