C     Arguments of another type than the dummy argument: gfortran warns,
C     and the callee takes the bits as they stand in memory.
      PROGRAM ARGTYP
      REAL X, V(3)
      INTEGER I, K(3)
      LOGICAL P
      INTEGER*8 L
      DOUBLE PRECISION D
      CALL ASINT(1.5)
      CALL ASREAL(1069547520)
      X = 2.5
      CALL ASINT(X)
      CALL SETINT(X, 1077936128)
      PRINT *, X
      I = 7
      CALL SETREA(I, 1.0)
      PRINT *, I
      V(1) = 1
      V(2) = 2
      V(3) = 3
      CALL LIST(V, 3)
      CALL LIST(V(2), 2)
      CALL SETINT(V(3), 0)
      PRINT *, V
      P = .TRUE.
      CALL ASINT(P)
      D = 1.5D0
      CALL ASLONG(D)
      L = 4611686018427387904_8
      CALL ASDBL(L)
      K(1) = 3
      CALL LIST(K, 1)
      END
      SUBROUTINE ASINT(I)
      PRINT *, I
      END
      SUBROUTINE ASREAL(X)
      PRINT *, X
      END
      SUBROUTINE SETINT(I, J)
      I = J
      END
      SUBROUTINE SETREA(X, Y)
      X = Y
      END
      SUBROUTINE LIST(K, N)
      INTEGER K(N)
      PRINT *, K
      END
      SUBROUTINE ASLONG(L)
      INTEGER*8 L
      PRINT *, L
      END
      SUBROUTINE ASDBL(D)
      DOUBLE PRECISION D
      PRINT *, D
      END
