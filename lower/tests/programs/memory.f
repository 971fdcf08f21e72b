C     DATA, SAVE, arrays of any bounds, and arguments by reference.
      PROGRAM MEMORY
      INTEGER NEXT, I, J, A(-1:1, 2:4), F
      DOUBLE PRECISION V(5), DOT
      LOGICAL FLAG(2)
      EXTERNAL F, DOT
      DATA A /9 * 1/, V /2 * 1.5D0, 3 * -2D0/, FLAG /.TRUE., .FALSE./
      DO 10 I = -1, 1
      DO 10 J = 2, 4
   10 A(I, J) = A(I, J) + 10 * I + J
      PRINT *, A
      PRINT *, A(0, 3), FLAG
      CALL DOUBLE(A(0, 2), 4)
      PRINT *, A
      PRINT *, DOT(V, V, 5), DOT(V(2), V, 4), DOT(V, V(1), 0)
      PRINT *, NEXT(), NEXT(), NEXT()
      I = 3
      J = F(I) + F(I)
      PRINT *, I, J
      CALL SWAP(I, J)
      CALL SWAP(A(1, 2), A(-1, 2))
      PRINT *, I, J, A(1, 2), A(-1, 2)
      STOP
      END
      SUBROUTINE DOUBLE(X, N)
      INTEGER X(*), N
      DO 20 I = 1, N
   20 X(I) = 2 * X(I)
      END
      DOUBLE PRECISION FUNCTION DOT(X, Y, N)
      DOUBLE PRECISION X(N), Y(N)
      DOT = 0
      DO 30 I = 1, N
   30 DOT = DOT + X(I) * Y(I)
      RETURN
      END
      INTEGER FUNCTION NEXT()
      INTEGER CALLS
      SAVE CALLS
      DATA CALLS /40/
      CALLS = CALLS + 1
      NEXT = CALLS
      END
      INTEGER FUNCTION F(I)
      I = I + 1
      F = 10 * I
      END
      SUBROUTINE SWAP(I, J)
      K = I
      I = J
      J = K
      END
