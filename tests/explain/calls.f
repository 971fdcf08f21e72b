! test: explain calls
! test: explain calls --explain=json
C     Calls that are spliced, that stay calls, and that are compiled for
C     what is the same in all lanes.
      SUBROUTINE CALLS(X, N, Y)
      REAL X, Y, A(20), SHORT, SERIES, HEAD
      INTEGER N, I
      Y = SHORT(X) + SHORT(2.0)
      DO 10 I = 1, 20
   10 A(I) = X/I
      Y = Y + SERIES(A, 20, 5)
      Y = Y + SERIES(A, N, 5)
      Y = Y + HEAD(A(N))
      END
      REAL FUNCTION SHORT(X)
      REAL X
      SHORT = X + 1
      END
C     With an array of its own, it is not spliced.
      REAL FUNCTION SERIES(A, N, M)
      INTEGER N, M, I
      REAL A(*), OWN(3)
      OWN(1) = 0
      DO 10 I = 1, N
   10 OWN(1) = OWN(1) + A(I)
      DO 20 I = 1, M
   20 OWN(1) = OWN(1)*0.5
      SERIES = OWN(1)
      END
C     Lanes pass different parts of an array.
      REAL FUNCTION HEAD(A)
      REAL A(*)
      HEAD = A(1)
      END
