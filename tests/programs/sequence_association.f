C     Array elements and arrays of other shapes as actual arguments.
      PROGRAM MAIN
      DIMENSION A(3,4), W(20), N(4)
      COMMON /DIMS/ LD, NC
      DO 10 J = 1, 4
      DO 10 I = 1, 3
   10 A(I,J) = I*10 + J
      DO 20 I = 1, 20
   20 W(I) = I
      CALL COLUMN(A(1,3), 3)
      CALL MATRIX(A, 3, 4)
      CALL MATRIX(A(1,2), 3, 3)
      CALL MATRIX(W, 2, 3)
      CALL MATRIX(W(5), 4, 4)
      LD = 4
      NC = 2
      CALL SHAPED(W(3))
      CALL WORK(W, W(6), W(11), 5)
      PRINT *, W
      CALL FIRST(A)
      CALL FIRST(A(2,2))
      CALL FIRST(W(20))
      PRINT *, A
      CALL CUBE(W)
      N(1) = 2
      N(2) = 3
      CALL SIZES(N, W)
      END
      SUBROUTINE COLUMN(C, N)
      DIMENSION C(N)
      PRINT *, C(1), C(2), C(N)
      C(2) = -C(2)
      END
      SUBROUTINE MATRIX(M, LDA, N)
      REAL M(LDA,*)
      DO 10 J = 1, N
   10 PRINT *, (M(1,J) + M(LDA,J))
      M(LDA,N) = 0.25
      END
      SUBROUTINE SHAPED(V)
      COMMON /DIMS/ LD, NC
      DIMENSION V(LD,NC)
      LD = 1
      V(4,2) = 99
      V(1,2) = 98
      PRINT *, V(4,2), V(1,2), V(1,1), V(4,1)
      LD = 4
      END
      SUBROUTINE WORK(X, Y, Z, N)
      DIMENSION X(N), Y(N), Z(0:N-1)
      DO 10 I = 1, N
      Z(I-1) = X(I) + Y(I)
   10 Y(I) = Z(I-1) - 1
      END
      SUBROUTINE FIRST(S)
      PRINT *, S
      S = S + 1
      END
      SUBROUTINE CUBE(C)
      DIMENSION C(2,2,2)
      PRINT *, C(2,1,2), C(1,2,1)
      C(1,1,1) = C(2,2,2)
      PRINT *, C
      END
      SUBROUTINE SIZES(N, V)
      DIMENSION N(*), V(N(1), -1:N(2))
      PRINT *, V(1,-1), V(2,0)
      END
