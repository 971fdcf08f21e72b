C     Bounds, sequence association, and dimensions that change later.
      PROGRAM ARRAYS
      DOUBLE PRECISION A(-1:2,0:3,2), B(24), S
      INTEGER I, J, K, N
      N = 0
      DO 10 K=1,2
      DO 10 J=0,3
      DO 10 I=-1,2
      N = N + 1
   10 A(I,J,K) = N
      PRINT *, A(-1,0,1), A(2,3,2), A(0,1,2), A(I-2,J-2,K-1)
      N = 4
      CALL TWICE(A, N, 8)
      PRINT *, A(0,1,2)
      DO 20 I=1,24
   20 B(I) = I
      N = 2
      CALL TWICE(B(5), N, 3)
      PRINT *, B
      CALL SUM(B, 2, 3, S)
      PRINT *, S
      END
      SUBROUTINE TWICE(X, N, M)
      INTEGER N, M, I, J, L
      DOUBLE PRECISION X(N,M)
      L = N
      N = 1000
      DO 10 J=1,M
      DO 10 I=1,L
   10 X(I,J) = X(I,J)*2
      N = L
      END
      SUBROUTINE SUM(X, L, U, S)
      INTEGER L, U, I, J
      DOUBLE PRECISION X(L:U,-L:*), S
      S = 0
      DO 10 J=-L,L
      DO 10 I=L,U
   10 S = S + X(I,J)/(I+J+10)
      END
