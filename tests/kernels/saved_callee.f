! test: kernel main3
C     A callee whose SAVE and DATA variables live on from call to call of
C     one row, and begin anew for the next.
      INTEGER FUNCTION MAIN3(N, K)
      INTEGER N, K, I, NEXT, J
      MAIN3 = 0
      DO 10 I = 1, N
      J = NEXT(K)
      IF (MOD(J, 3) .EQ. 0) J = NEXT(J)
   10 MAIN3 = MAIN3*2 + J
      END
      INTEGER FUNCTION NEXT(K)
      INTEGER K, CALLS, SUM, PAST(4)
      LOGICAL FIRST
      SAVE CALLS, SUM, PAST, FIRST
      DATA CALLS /0/, PAST /3, 1, 4, 1/, FIRST /.TRUE./
      IF (FIRST) SUM = K
      FIRST = .FALSE.
      CALLS = CALLS + 1
      SUM = MOD(SUM*5 + CALLS, 997)
      NEXT = SUM + PAST(MOD(CALLS, 4) + 1)
      PAST(MOD(SUM, 4) + 1) = CALLS
      END
