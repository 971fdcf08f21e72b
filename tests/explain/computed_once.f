! test: explain terms
! test: explain kept
C     Initialisation at the first call, and what looks like it and stays.
      REAL FUNCTION TERMS(X)
      REAL X, CS(4), SCALED
      INTEGER N, I
      LOGICAL FIRST
      SAVE FIRST, N
      DATA FIRST /.TRUE./, CS /1.0, 0.5, 0.25, 0.125/
      IF (FIRST) N = INT(SQRT(16.0))
      FIRST = .FALSE.
      TERMS = SCALED(X, 2.0)
      DO 10 I = 1, N
   10 TERMS = TERMS*X + CS(I)
      END
      REAL FUNCTION SCALED(X, BY)
      REAL X, BY
      SCALED = X*BY
      END
C     It depends on an argument; its flag is reset; it is read before; it
C     ends some rows; it takes too long.
      REAL FUNCTION KEPT(X)
      REAL X, A, B, C, D, E
      LOGICAL FA, FB, FC, FD, FE
      SAVE
      DATA FA, FB, FC, FD, FE /5*.TRUE./
      IF (FA) A = X
      FA = .FALSE.
      IF (FB) B = 2
      FB = X .GT. 2
      KEPT = C
      IF (FC) C = 3
      FC = .FALSE.
      IF (X .LT. 0) GO TO 5
      IF (FD) STOP 4
    5 FD = .FALSE.
      IF (FE) THEN
        DO 10 I = 1, 2000000
   10   E = E + 1
      END IF
      FE = .FALSE.
      KEPT = KEPT + A + B + C + D + E
      END
