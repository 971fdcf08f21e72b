! test: kernel steps
! test: set k = 3
C     Each lane has its own COMMON: a counter, a work array that callees
C     fill and search, and a table that BLOCK DATA gives.
      DOUBLE PRECISION FUNCTION STEPS(X, N, K)
      DOUBLE PRECISION X
      INTEGER N, K
      COMMON /WORK/ W(8), TOTAL, CALLS
      DOUBLE PRECISION W, TOTAL
      INTEGER CALLS
      COMMON /TABLE/ C(4), SHIFT
      DOUBLE PRECISION C
      INTEGER SHIFT
      DOUBLE PRECISION BEST
      CALL FILL(X)
      IF (N .LE. 0) GO TO 30
      DO 20 I = 1, N
      IF (MOD(I, 2) .EQ. 0) THEN
        CALL ADD(W(MOD(I, 8) + 1), I)
      ELSE IF (W(MOD(I*K, 8) + 1) .GT. 1D0) THEN
        CALL ADD(C(MOD(I, 4) + 1), -I)
      ELSE
        W(K) = W(K) - C(SHIFT)
      END IF
   20 CONTINUE
   30 CALL SORT(W, 8)
      STEPS = TOTAL + 1000*CALLS + BEST() + W(N - N/8*8 + 1)
      END
      SUBROUTINE FILL(X)
      DOUBLE PRECISION X
      COMMON /WORK/ V(2,4), T, M
      DOUBLE PRECISION V, T
      DO 10 I = 1, 2
      DO 10 J = 1, 4
   10 V(I,J) = X*I - J
      END
      SUBROUTINE ADD(Y, I)
      DOUBLE PRECISION Y
      COMMON /WORK/ W(8), TOTAL, CALLS
      DOUBLE PRECISION W, TOTAL
      INTEGER CALLS
      TOTAL = TOTAL + Y*I
      CALLS = CALLS + 1
      END
      SUBROUTINE SORT(A, N)
      DOUBLE PRECISION A(N), T
      DO 20 I = 2, N
      T = A(I)
      J = I - 1
   10 IF (J .GE. 1) THEN
        IF (A(J) .GT. T) THEN
          A(J + 1) = A(J)
          J = J - 1
          GO TO 10
        END IF
      END IF
   20 A(J + 1) = T
      END
      DOUBLE PRECISION FUNCTION BEST()
      COMMON /WORK/ W(9)
      DOUBLE PRECISION W
      BEST = W(9)/(1D0 + ABS(W(1)))
      END
      BLOCK DATA
      COMMON /TABLE/ C(4), SHIFT
      DOUBLE PRECISION C
      INTEGER SHIFT
      DATA C /0.5D0, -1.25D0, 3.0D0, 1.0D-3/, SHIFT /2/
      COMMON /WORK/ W(8), TOTAL, CALLS
      DOUBLE PRECISION W, TOTAL
      INTEGER CALLS
      DATA TOTAL, CALLS /100.0D0, 5/
      END
