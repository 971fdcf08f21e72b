C     COMMON, named and blank, in units that see it in other shapes and
C     lengths; variables of mixed sizes; a block that one unit extends.
      PROGRAM MAIN
      COMMON /SHAPES/ A(2,3), N
      COMMON X, Y /MIXED/ D, I, R // Z
      DOUBLE PRECISION D
      COMMON /FLAGS/ L(4)
      LOGICAL L
      DO 10 J = 1, 3
      DO 10 I1 = 1, 2
   10 A(I1, J) = I1 + 10*J
      N = 7
      X = 1.5
      Y = 2.5
      Z = 3.5
      D = 0.125D0
      I = 42
      R = -1.0
      DO 20 K = 1, 4
   20 L(K) = MOD(K, 2) .EQ. 0
      CALL LINE
      CALL BLANK
      CALL MIX
      CALL FLAGS2
      PRINT *, A, N
      PRINT *, X, Y, Z
      PRINT *, D, I, R
      PRINT *, L
      END
      SUBROUTINE LINE
      COMMON /SHAPES/ B(6), M
      PRINT *, B, M
      B(6) = -B(1)
      M = M + 1
      CALL TWICE(B(2))
      CALL SCALE2(B, 6)
      END
      SUBROUTINE TWICE(T)
      T = 2*T
      END
      SUBROUTINE SCALE2(V, N)
      DIMENSION V(N)
      DO 10 I = 1, N
   10 V(I) = V(I) + 0.5
      END
      SUBROUTINE BLANK
      COMMON U(3)
      PRINT *, U
      U(2) = U(1) + U(3)
      END
      SUBROUTINE MIX
      COMMON /MIXED/ W(2), J, S, MORE(3)
      DOUBLE PRECISION W1
      EQUIVALENCE (W, W1)
      W1 = W1*2
      J = J - 2
      S = S*3
      MORE(3) = 5
      CALL MIX2
      PRINT *, MORE(3), W1
      END
      SUBROUTINE MIX2
      COMMON /MIXED/ D, I, R, K, L, M
      DOUBLE PRECISION D
      M = M + I
      D = D + R
      END
      SUBROUTINE FLAGS2
      COMMON /FLAGS/ P, Q, S, T
      LOGICAL P, Q, S, T
      P = Q .AND. T
      T = .NOT. T
      END
