! test: kernel early
C     A subroutine that all lanes leave early together, or go on in: what was computed behind the first return was taken for
C     known where its arguments are given back.
      SUBROUTINE EARLY(X, N, Y, M)
      DOUBLE PRECISION X, Y
      INTEGER N, M
      M = N
      Y = X
      CALL STEP(1, X, M, Y)
      IF (N .GT. 2) CALL STEP(2, Y, M, Y)
      IF (N .GT. 4) CALL STEP(3, X, M, Y)
      END

      SUBROUTINE STEP(MODE, X, M, Y)
      INTEGER MODE, M, LAST, CALLS
      DOUBLE PRECISION X, Y, SUM
      SAVE LAST, CALLS, SUM
      DATA CALLS /0/
      IF (MODE .NE. 1) THEN
        Y = Y + SUM*2
        M = M + LAST + CALLS
        RETURN
      END IF
      LAST = M
      CALLS = CALLS + 1
      SUM = X + M
      Y = X/4
      M = M*3
      END
