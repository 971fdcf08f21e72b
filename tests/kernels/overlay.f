! test: kernel mixing
C     Variables of unlike sizes overlap, so lanes have their copies apart:
C     words of a double, a work space of reals and integers in parts, and
C     elements by reference.
      SUBROUTINE MIXING(X, N, LOW, HIGH, S)
      DOUBLE PRECISION X, S
      INTEGER N, LOW, HIGH
      COMMON /SPACE/ RWORK(6)
      DOUBLE PRECISION RWORK
      INTEGER IWORK(12)
      EQUIVALENCE (RWORK, IWORK)
      DOUBLE PRECISION D
      INTEGER HALF(2)
      EQUIVALENCE (D, HALF(1))
      D = X
      DO 10 I = 1, N
      HALF(2) = IEOR2(HALF(2), I)
      IF (MOD(I, 3) .EQ. 0) D = D*1.5D0
   10 CONTINUE
      LOW = HALF(1)
      HIGH = HALF(2)
      CALL SETUP(RWORK, IWORK(7), 3, N)
      CALL SETUP(RWORK(2), IWORK(9), 2, MOD(N, 3))
      CALL BUMP(RWORK(MOD(N, 3) + 1), IWORK(7 + MOD(N, 5)))
      CALL BUMP(RWORK, IWORK(8))
      S = 0
      DO 20 I = 1, 3
   20 S = S + RWORK(I)
      DO 30 I = 7, 12
   30 S = S*2 + IWORK(I)
      CALL PARTS(IWORK(MOD(N, 4) + 7), 12 - MOD(N, 4) - 6, S)
      END
      INTEGER FUNCTION IEOR2(A, B)
      INTEGER A, B
      IEOR2 = A + B*1024
      END
      SUBROUTINE SETUP(R, I, K, N)
      DOUBLE PRECISION R(*)
      INTEGER I(*)
      DO 10 J = 1, K
      R(J) = J + N*0.5D0
      IF (MOD(N + J, 2) .EQ. 0) R(J) = -R(J)
   10 I(J) = J*10 + N
      END
      SUBROUTINE BUMP(R, I)
      DOUBLE PRECISION R
      INTEGER I
      R = R + 0.25D0
      I = I - 1
      END
      SUBROUTINE PARTS(I, N, S)
      INTEGER I(N)
      DOUBLE PRECISION S
      DO 10 J = 1, N
   10 S = S - I(J)
      END
