! test: dump split --with=dominators,post-dominators,loops,liveness,initial-values
! test: dump ssa --with=dominators,loops,divergence
! test: dump ssa --unit UNDER --uniform N --with=divergence
C     A loop with two entries around one that lanes leave one by one; what
C     is read before it is assigned; a value that varies behind its loop.
      INTEGER FUNCTION MIX(K, X)
      INTEGER K, I, J, CALLS, LAST, LIMIT
      REAL X, T(3), TABLE(2)
      SAVE CALLS, LAST
      DATA CALLS /7/, TABLE /1.5, 2.5/
      CALLS = CALLS + LAST
      IF (K .GT. 0) GO TO 20
      I = 0
   10 I = I + 1
   20 J = J + 1
      T(1) = X
   30 X = X*0.5
      J = J + 2
      IF (X .GT. TABLE(1)) GO TO 30
      CALL TAKE(T, X, LIMIT)
      IF (J .LT. LIMIT) GO TO 10
      MIX = I + J
      LAST = MIX
      IF (X .GT. T(3)) STOP
      END

      SUBROUTINE TAKE(T, X, LIMIT)
      REAL T(3), X
      LIMIT = 9
      X = X + T(2)
      END

      SUBROUTINE UNDER(K, N, M)
      INTEGER K, N, M, A, B
C     Constants that are assigned under a branch: A varies, B does not,
C     because all lanes take the same way there.
      A = 1
      B = 1
      IF (K .GT. 0) A = 2
      IF (N .GT. 0) B = 2
      M = A + 10*B
      END
