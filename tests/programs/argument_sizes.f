C     Arguments whose elements are larger or smaller than those of the
C     dummy argument, and arguments that the callee does not take: the
C     callee looks at the memory as it is, as separately compiled files
C     always did. Each was refused once.
      PROGRAM SIZES
      REAL*8 D(3), X
      REAL*4 R(5)
      COMPLEX C(3), Z
      INTEGER K(4), I
      INTEGER*8 L
      COMMON /BLK/ K
      DATA R /1.0, 2.0, 3.0, 4.0, 5.0/
      D(1) = 1.5D0
      D(2) = 2.5D0
      D(3) = -3.5D0
      CALL SHOW4(D, 6)
      CALL SHOW4(D(2), 2)
      CALL SHOW8(R, 2)
      CALL SHOW8(R(2), 2)
C     COMPLEX for REAL, and back.
      C(1) = (1.0, 2.0)
      C(2) = (3.0, 4.0)
      C(3) = (5.0, 6.0)
      CALL SHOW4(C, 6)
      CALL SHOWC(R, 2)
      Z = (7.0, 8.0)
      CALL SHOW4(Z, 2)
      CALL SHOW8(C, 3)
C     What the callee assigns goes to a part of the argument only.
      L = 4294967298_8
      CALL SETI(L, 7)
      PRINT *, L
      CALL ADDI(D(3), 1)
      PRINT *, D
      CALL SETD(K(3), 1.0D0)
      PRINT *, K
      CALL SHOWI(12345678901_8)
      X = 3.0D0
      CALL SHOW4(X, 2)
      CALL PASSON(D, 3)
      CALL PASSON(K, 2)
C     One scalar for an array of one element, and back.
      CALL SHOW4(2.25, 1)
      I = 3
      CALL SETI(I, 5, 6, D)
      PRINT *, I
      Y = TWICE(R, KOUNT(1))
      PRINT *, TWICE(2.0, 3.0), Y
      END

      REAL FUNCTION TWICE(X)
      TWICE = 2*X
      END

C     The surplus argument is evaluated all the same.
      INTEGER FUNCTION KOUNT(I)
      PRINT *, 'KOUNT', I
      KOUNT = I
      END

      SUBROUTINE SHOW4(A, N)
      REAL A(N)
      PRINT *, (A(I), I = 1, N)
      END

      SUBROUTINE SHOW8(A, N)
      REAL*8 A(*)
      PRINT *, (A(I), I = 1, N)
      END

      SUBROUTINE SHOWC(A, N)
      COMPLEX A(N)
      PRINT *, A
      END

      SUBROUTINE SHOWI(I)
      PRINT *, I
      END

      SUBROUTINE SETI(I, J)
      I = J
      END

      SUBROUTINE ADDI(I, J)
      I = I + J
      END

      SUBROUTINE SETD(D, X)
      REAL*8 D, X
      D = X
      END

C     Passed on as what it is not.
      SUBROUTINE PASSON(I, N)
      INTEGER I(2, N)
      I(1, N) = I(1, N) + 1
      CALL SHOW8(I, N)
      CALL SHOW4(I(2, 1), 1)
      END
