! test: dump masked --uniform k
C     Where K is positive, all lanes of the arm leave it together, and wait
C     with those that did not take it. Without a test after that branch,
C     the rest of the arm was executed for no lane.
      SUBROUTINE S(K, X, Y)
      INTEGER K
      REAL X, Y
      IF (X .GT. 0.0) THEN
        IF (K .GT. 0) GO TO 10
        Y = EXP(Y)/X
      END IF
      Y = Y + 1.0
   10 CONTINUE
      END
