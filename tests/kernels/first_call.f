! test: kernel calls
C     Initialisation at the first call that is the same for every row: its
C     results are computed once, and what asks for it is gone. The flag is
C     a SAVE variable, lies in COMMON, or is the number of terms itself.
      SUBROUTINE CALLS(X, N, A, B, C, D, E, F)
      DOUBLE PRECISION X, A, B, C, D, E, F, SAVED, SHARED, OTHER, TERMS,
     &  OUTER, INNER, SIGNED, JUMPED, Y
      INTEGER N, I
      A = 0
      B = 0
      C = 0
      D = 0
      E = 0
      F = 0
      DO 10 I = 1, N
      Y = X/I
      A = A + SAVED(Y)
      IF (MOD(I, 2) .EQ. 0) B = B + SHARED(Y)
      IF (Y .GT. 0.3D0) B = B - OTHER(Y)
      C = C + TERMS(Y)
      IF (Y .LT. 0.5D0) D = D + OUTER(Y)
      D = D - INNER(Y)
      E = E + SIGNED(Y)
      F = F + JUMPED(Y)
   10 CONTINUE
      END
C     A flag that is reset behind the block, and a limit.
      DOUBLE PRECISION FUNCTION SAVED(X)
      DOUBLE PRECISION X, CS(8), XMAX, SERIES
      INTEGER NT, NEEDED
      LOGICAL FIRST
      SAVE FIRST, NT, XMAX
      DATA FIRST /.TRUE./
      DATA CS /1.5D0, -0.5D0, 0.25D0, -1D-2, 1D-4, -1D-7, 1D-11, 1D-30/
      IF (FIRST) THEN
        NT = NEEDED(CS, 8, 1D-9)
        XMAX = SQRT(LOG(10D0)/NT)
      ENDIF
      FIRST = .FALSE.
      SAVED = 0
      IF (X .GT. XMAX) RETURN
      SAVED = SERIES(X, CS, NT)
      END
C     How many terms are needed; an error ends the program.
      INTEGER FUNCTION NEEDED(CS, N, ETA)
      INTEGER N, I, K
      DOUBLE PRECISION CS(N), ETA, ERR
      IF (N .LT. 1) CALL WRONG('NO TERMS', N)
      ERR = 0
      DO 10 K = 1, N
      I = N + 1 - K
      ERR = ERR + ABS(CS(I))
      IF (ERR .GT. ETA) GO TO 20
   10 CONTINUE
   20 IF (I .EQ. N) CALL WRONG('TOO SMALL', I)
      NEEDED = I
      END
      SUBROUTINE WRONG(TEXT, N)
      CHARACTER*(*) TEXT
      CHARACTER*40 LINE
      COMMON /ERRORS/ NERR
      NERR = NERR + 1
      WRITE (LINE, '(A, I4)') TEXT, N
      PRINT *, LINE
      STOP 3
      END
      DOUBLE PRECISION FUNCTION SERIES(X, CS, N)
      INTEGER N, I
      DOUBLE PRECISION X, CS(N), B0, B1, B2
      B1 = 0
      B0 = 0
      DO 10 I = N, 1, -1
      B2 = B1
      B1 = B0
      B0 = 2*X*B1 - B2 + CS(I)
   10 CONTINUE
      SERIES = 0.5D0*(B0 - B2)
      END
C     A table in COMMON, which two procedures set up if it is not.
      BLOCK DATA
      COMMON /TABLE/ T(16), N, DONE
      DOUBLE PRECISION T
      LOGICAL DONE
      DATA DONE /.FALSE./, N /12/
      END
      SUBROUTINE SETUP
      COMMON /TABLE/ T(16), N, DONE
      DOUBLE PRECISION T, W(16)
      LOGICAL DONE
      DO 10 I = 1, N
   10 W(I) = EXP(-DBLE(I))
      DO 20 I = 1, N
   20 T(I) = W(N + 1 - I) + 1D0/I
      DONE = .TRUE.
      END
      DOUBLE PRECISION FUNCTION SHARED(X)
      COMMON /TABLE/ T(16), N, DONE
      DOUBLE PRECISION T, X
      LOGICAL DONE
      IF (.NOT. DONE) CALL SETUP
      SHARED = X*T(MOD(INT(ABS(X)*100), N) + 1)
      END
      DOUBLE PRECISION FUNCTION OTHER(X)
      COMMON /TABLE/ T(16), N, DONE
      DOUBLE PRECISION T, X
      LOGICAL DONE
      IF (.NOT. DONE) CALL SETUP
      OTHER = 0
      DO 10 I = 1, N
   10 OTHER = OTHER*X + T(I)
      END
C     The number of terms is the flag.
      DOUBLE PRECISION FUNCTION TERMS(X)
      DOUBLE PRECISION X, CS(5), SERIES
      INTEGER NT, NEEDED
      SAVE NT
      DATA NT /0/
      DATA CS /2D0, 0.3D0, -0.1D0, 1D-5, 1D-12/
      IF (NT .NE. 0) GO TO 10
      NT = NEEDED(CS, 5, 1D-6)
   10 TERMS = SERIES(X, CS, NT)
      END
C     What a first call computes by a function with a first call of its own.
      DOUBLE PRECISION FUNCTION OUTER(X)
      DOUBLE PRECISION X, INNER, SCALE
      LOGICAL FIRST
      SAVE FIRST, SCALE
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
        FIRST = .FALSE.
        SCALE = INNER(0.25D0) + INNER(0.5D0)
      ENDIF
      OUTER = SCALE*X
      END
      DOUBLE PRECISION FUNCTION INNER(X)
      DOUBLE PRECISION X, ROOTS(4)
      INTEGER I
      LOGICAL FIRST
      SAVE FIRST, ROOTS
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
        DO 10 I = 1, 4
   10   ROOTS(I) = SQRT(DBLE(I))
        FIRST = .FALSE.
      ENDIF
      INNER = ROOTS(MOD(INT(ABS(X)*8), 4) + 1) - X
      END
C     An arithmetic IF asks.
      DOUBLE PRECISION FUNCTION SIGNED(X)
      DOUBLE PRECISION X, P(3)
      SAVE P, KNOWN
      DATA KNOWN /0/
      IF (KNOWN) 20, 10, 20
   10 P(1) = SIN(1D0)
      P(2) = P(1)*P(1)
      P(3) = ATAN2(P(2), P(1))
      KNOWN = 1
   20 SIGNED = (P(1)*X + P(2))*X + P(3)
      END
C     The flag is set behind, on all ways out.
      DOUBLE PRECISION FUNCTION JUMPED(X)
      DOUBLE PRECISION X, Q
      LOGICAL KNOWN
      SAVE KNOWN, Q
      DATA KNOWN /.FALSE./
      IF (KNOWN) GO TO 20
      Q = LOG(3D0)
   20 IF (X .GT. 0.7D0) GO TO 30
      JUMPED = Q + X
      KNOWN = .TRUE.
      RETURN
   30 JUMPED = Q*X
      KNOWN = .TRUE.
      END
