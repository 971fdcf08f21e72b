! test: dump gang --gang 4
C     LIMIT is computed once, and the number of terms is a constant of the
C     series; START depends on the first argument, so each row asks.
      REAL FUNCTION F(X)
      REAL X, LIMIT, START, CS(4), SERIES
      INTEGER N
      LOGICAL FIRST, BEGUN
      SAVE FIRST, LIMIT, BEGUN, START
      DATA FIRST /.TRUE./, BEGUN /.FALSE./, N /4/
      DATA CS /1.0, 0.5, 0.25, 0.125/
      IF (FIRST) LIMIT = SQRT(2.0) + CS(2)
      FIRST = .FALSE.
      IF (.NOT. BEGUN) THEN
        START = MIN(X, LIMIT)
        BEGUN = .TRUE.
      END IF
      F = SERIES(CS, N, START)
      END
      REAL FUNCTION SERIES(C, N, X)
      INTEGER N, I
      REAL C(N), X
      SERIES = 0
      DO 10 I = N, 1, -1
   10 SERIES = SERIES*X + C(I)
      END
