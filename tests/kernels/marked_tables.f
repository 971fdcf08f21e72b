! test: kernel marks
C     Tables of which rows assign few elements: a mark that the first use sets, through a dummy argument of one of several
C     parts; an element of another COMMON view; one that a subprogram calls assign that few rows reach; one in a saved
C     array, by itself and by a call that passes it as a scalar. Each row begins with the initial values.
      SUBROUTINE MARKS(N, X, Y, K)
      INTEGER N, K
      REAL X, Y
      COMMON /PARTS/ A(20, 3), B(10), C
      INTEGER M(30), L
      SAVE M
      DATA M /30*0/
      Y = 0.0
      CALL USE(A(1, 2), X, Y)
      IF (N .GT. 2) CALL USE(A(1, 3), X, Y)
      CALL USE(B, X, Y)
      M(7) = M(7) + N
      CALL ADD(M(9), N)
      CALL ADD(M(9), N)
      IF (MOD(N, 5) .EQ. 4) CALL RARE(N, Y)
      L = MOD(N, 3) + 20
      CALL LAST(M(L), 3)
      K = M(7) + 100*M(9) + 10000*M(L) + M(L + 1)
      Y = Y + C + A(20, 1) + A(20, 2) + A(20, 3) + B(10)
      END
      SUBROUTINE USE(P, X, Y)
      REAL P(10), X, Y
      IF (P(10) .EQ. 0.0) P(10) = X
      IF (P(10) .NE. X) STOP 'WRONG SET'
      Y = Y + P(1)*X + P(9)
      END
      SUBROUTINE ADD(I, N)
      INTEGER I, N
      I = I + N
      END
      SUBROUTINE LAST(I, N)
      INTEGER I(*), N
      I(N - 1) = I(N - 1) + 5
      I(1) = I(1) + N
      END
      SUBROUTINE RARE(N, Y)
      INTEGER N
      REAL Y
      COMMON /PARTS/ Z(60), W(11)
      COMMON /FEW/ F(40), G(40)
      Z(20) = Z(20) + N
      W(11) = W(11) + 2*N
      F(3) = F(3) + N
      G(1 + MOD(N, 40)) = G(1 + MOD(N, 40)) + 1.0
      Y = Y + F(3) + G(1 + MOD(N, 40)) + G(40)
      END
      BLOCK DATA
      COMMON /PARTS/ A(20, 3), B(10), C
      COMMON /FEW/ F(40), G(40)
      DATA A /9*1.0, 0.0, 9*2.0, 7.0, 9*3.0, 0.0, 10*4.0, 9*5.0, 0.0,
     &  10*6.0/, B /9*0.5, 0.0/, C /0.25/
      DATA F /40*1.5/, G /40*0.125/
      END
