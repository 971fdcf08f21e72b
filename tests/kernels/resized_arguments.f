! test: kernel resize
! test: array t = 1.5 2.25 -3.125 4
C     The same bytes as elements of another size: a workspace of REAL(8) from which routines take INTEGER and narrower ones,
C     passed on by routines that do not know, in COMMON, of a constant table, of one element and of a scalar, in rows that
C     call with different parts of it and in rows that do not.
      SUBROUTINE RESIZE(T, N, X, Y, M, V)
      INTEGER N, M, K, I
      DOUBLE PRECISION T(4), X, Y, V, WORK(6), EMPTY(0), CONSTS(3)
      DOUBLE PRECISION TABLE
      COMMON /AREA/ TABLE(4)
      INTEGER*8 BIG
      INTEGER*2 SMALL(4), TWO
      INTEGER*1 ONE
      DATA CONSTS /0.5D0, 1D10, -2D-3/
      DATA SMALL /1, 2, 3, 4/
      K = MOD(ABS(N), 3) + 1
      M = 0
      DO 10 I = 1, 6
   10 WORK(I) = X*I
      DO 20 I = 1, 4
   20 TABLE(I) = I
      IF (N .GT. 0) CALL CARRY(WORK(K), N, M)
      CALL HALVES(WORK, 12, M)
      CALL HALVES(TABLE(K), 2, M)
      CALL PEEK(CONSTS(K), 2, M)
      CALL PEEK(T(K), 2, M)
      CALL PEEK(T, 8, M)
      CALL HALVES(EMPTY, 0, M)
      CALL HALVES(V, 2, M)
      CALL FIRST(WORK(K + 1), M)
      CALL FIRST(V, M)
      BIG = 2_8**40 + 2_8**33*N + N
      CALL FIRST(BIG, M)
      IF (MOD(N, 2) .EQ. 0) CALL WIDEN(SMALL, 4, M)
      CALL BYTES(SMALL(K), 4, M)
C     Of a scalar in a register the callee assigned the low byte, and its sign was lost.
      ONE = 5
      CALL NEGATE(ONE)
      TWO = 300
      CALL NEGATE(TWO)
      M = M + ONE + TWO
      Y = WORK(1) + WORK(2)*2 + WORK(5) + TABLE(K)
      V = V + REAL(BIG) + SMALL(1) + SMALL(K)
      CALL SHARED(Y)
      END

      SUBROUTINE CARRY(W, N, M)
      DOUBLE PRECISION W(*)
      INTEGER N, M
      IF (N .LT. 5) CALL HALVES(W, 4, M)
      IF (N .EQ. 5) CALL HALVES(W(2), 2, M)
      CALL LATER(W, M)
      END

      SUBROUTINE LATER(W, M)
      DOUBLE PRECISION W(2)
      INTEGER M
      W(2) = W(1) + 1
      CALL FIRST(W(2), M)
      END

      SUBROUTINE HALVES(I, N, M)
      INTEGER I(*), N, M, K
      DO 10 K = 1, N
      M = IEOR(ISHFT(M, 3), I(K)) + ISHFT(M, -29)
   10 CONTINUE
      IF (N .GT. 2) I(2) = IEOR(I(2), 1024)
      END

      SUBROUTINE PEEK(I, N, M)
      INTEGER I(*), N, M, K
      DO 10 K = 1, N
   10 M = M + I(K)/K
      END

      SUBROUTINE FIRST(I, M)
      INTEGER I, M
      M = IEOR(M, I)
      IF (MOD(M, 2) .EQ. 0) I = I + 4096
      END

      SUBROUTINE WIDEN(I, N, M)
      INTEGER I(2), N, M
      M = M + I(1) + I(N/2)
      I(1) = I(1) - 70000
      END

      SUBROUTINE BYTES(B, N, M)
      INTEGER*1 B(*)
      INTEGER N, M
      M = M*3 + B(1) + B(2)
      IF (M .GT. 0) B(1) = -B(1)
      IF (N .GT. 4) B(N) = 1
      END

      SUBROUTINE NEGATE(B)
      INTEGER*1 B(*)
      B(1) = -B(1) - 1
      END

      SUBROUTINE SHARED(Y)
      DOUBLE PRECISION Y
      INTEGER LOW
      COMMON /AREA/ LOW(8)
      IF (LOW(2) .GT. 1072693248) Y = Y + LOW(4)
      END
