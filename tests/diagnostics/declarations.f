      SUBROUTINE DECL(X, Y)
      REAL X, Y
      INTEGER X
      REAL Z, Z
      DIMENSION W(3), W(4)
      PARAMETER (N = 3)
      PARAMETER (N = 4, M = X)
      REAL A(M), B(0), C(5:1), D(*)
      INTEGER E(N, *, 2)
      EXTERNAL A
      INTRINSIC FOO
      SAVE X
      N = 5
      DATA X /1.0/
      DATA V /1, 2/, U(3) /3*1.0/
      REAL LATE
      LATE = 1
      REAL LATER
      END
