! test: kernel melds
C     Calls of one subprogram, of which each row makes one or the other:
C     in arms, where GO TOs lead, in a loop's arms, and before calls of
C     another one that are melded as well. Callees have loops, assign
C     their arguments, keep and share variables, fail, and return to
C     labels; what calls would make a cycle stays apart.
      SUBROUTINE MELDS(K, X, Y, N, R)
      INTEGER K, N, M, L, I
      DOUBLE PRECISION X, Y, R, A, B, SERIES, KEPT, RECIP, S
      DOUBLE PRECISION TALLY
      COMMON /SHARED/ TALLY, L
      TALLY = 0D0
      L = 0
      A = X
      B = Y
      M = N
      R = 0D0
      IF (K .LT. 0) GO TO 90
      GO TO (10, 20, 30, 40, 50, 60, 70, 80), K + 1
      R = SERIES(Y, 3*N) - SERIES(X, N)
      GO TO 100
C     Constants, expressions, and a result of its own in each arm.
   10 R = SERIES(X, 7) + 1D0
      GO TO 100
   20 S = SERIES(X*Y, N + 1)
      R = S*2D0
      GO TO 100
C     What is assigned goes to the variable of its arm.
   30 CALL SCALE(A, M, R)
      R = R + A
      GO TO 100
   40 CALL SCALE(B, N, R)
      R = R - B
      GO TO 100
C     One after the other, in both orders: only one can be melded.
   50 CALL SCALE(A, M, S)
      R = SERIES(A, M)*S
      GO TO 100
   60 S = SERIES(B, M)
      CALL SCALE(S, M, R)
      GO TO 100
C     Labels that a callee chooses, and arms inside of arms.
   70 IF (X .GT. Y) THEN
        CALL CHOOSE(X, N, *110, *120)
        R = KEPT(X, N) + 0.5D0
      ELSE IF (X .GT. -Y) THEN
        CALL CHOOSE(Y, N, *120, *110)
        R = KEPT(Y, N) - 0.5D0
      ELSE
        R = KEPT(X - Y, 2)
      END IF
      GO TO 100
C     In a loop; the zeros of REAL have a sign.
   80 DO 85 I = 1, N
        IF (MOD(I, 2) .EQ. 0) THEN
          R = R + SERIES(-0D0, I)/(I + X*X)
          IF (R .GT. 3D0) GO TO 88
        ELSE
          R = R + SERIES(0D0, I)
        END IF
   85 CONTINUE
   88 R = R + SERIES(R, 2)
      GO TO 100
C     It fails in the callee in some arms, or at an argument.
   90 IF (K .EQ. -1) R = RECIP(N - 2, 5)
      IF (K .EQ. -2) R = RECIP(N, 5/(N - 3))
      IF (K .EQ. -3) R = SERIES(DBLE(12/(N - 4)), 3)
      IF (K .LE. -4) R = SERIES(X, 4)
  100 R = R + TALLY + L
      N = M + L
      RETURN
  110 R = -1D0 + SERIES(X, 2)
      GO TO 100
  120 R = -2D0 - SERIES(Y, 5)
      GO TO 100
      END
      DOUBLE PRECISION FUNCTION SERIES(Z, N)
      DOUBLE PRECISION Z, T, TALLY, ROUGH
      INTEGER N, I, L
      COMMON /SHARED/ TALLY, L
      SERIES = SIGN(1D0, Z)
      T = 1D0
      DO 10 I = 1, N
        T = T*Z/(I + 0.5D0)
   10 SERIES = SERIES + ROUGH(T, I)
      TALLY = TALLY + 0.125D0
      L = L + 1
      END
      DOUBLE PRECISION FUNCTION ROUGH(T, N)
      DOUBLE PRECISION T
      INTEGER N, I
      ROUGH = T
      DO 10 I = 1, MOD(ABS(N), 3)
   10 ROUGH = ROUGH/(1D0 + 0.125D0*I)
      END
      SUBROUTINE SCALE(A, M, R)
      DOUBLE PRECISION A, R, ROUGH
      INTEGER M
      R = A
   10 IF (ABS(R) .GT. 4D0) THEN
        R = ROUGH(R, M)*0.5D0
        M = M + 1
        GO TO 10
      END IF
      A = R*0.75D0 + M
      END
      SUBROUTINE CHOOSE(A, N, *, *)
      DOUBLE PRECISION A, S, ROUGH
      INTEGER N, I
      S = 0D0
      DO 10 I = 1, N
        S = S + A/I
   10 IF (S .GT. 2.5D0) RETURN 2
      IF (S .LT. 0D0) RETURN 1
      END
      DOUBLE PRECISION FUNCTION KEPT(A, N)
      DOUBLE PRECISION A, SUM, ROUGH
      INTEGER N, I, CALLS
      SAVE SUM, CALLS
      DATA SUM, CALLS /1D0, 0/
      CALLS = CALLS + 1
      DO 10 I = 1, N
   10 SUM = SUM*0.5D0 + ROUGH(A, I)*CALLS
      KEPT = SUM
      END
      DOUBLE PRECISION FUNCTION RECIP(N, M)
      DOUBLE PRECISION ROUGH
      INTEGER N, M, I, J
      J = 0
      DO 10 I = 1, M
   10 J = J + 100/(N*I)
      RECIP = ROUGH(DBLE(J), M)
      END
