C     COMPLEX variables in COMMON and EQUIVALENCE are pairs of reals.
      PROGRAM P
      COMPLEX Z, W(2)
      DOUBLE COMPLEX D
      COMMON /C/ Z, W, R
      REAL PAIR(2)
      EQUIVALENCE (D, X)
      DOUBLE PRECISION X(2)
      Z = (1.0, 2.0)
      W(2) = (3.0, 4.0)
      R = 9
      D = (5D0, 6D0)
      CALL S
      PRINT *, REAL(Z), AIMAG(W(2)), R
      PRINT *, X
      END
      SUBROUTINE S
      COMMON /C/ A(7)
      PRINT *, A(1), A(2), A(5), A(6), A(7)
      A(1) = 8
      END
