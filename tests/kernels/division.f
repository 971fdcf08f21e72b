! test: kernel divide
C     Integer division and MOD by values of lanes; those that divide by
C     zero fail alone, also when others do not come there.
      SUBROUTINE DIVIDE(A, B, GUARD, Q, R, T)
      INTEGER A, B, Q, R
      INTEGER*8 T
      LOGICAL GUARD
      T = 0
      IF (GUARD .AND. B .EQ. 0) THEN
        Q = -1
        R = -1
        RETURN
      END IF
      Q = A/B
      R = MOD(A, B)
   10 IF (R .EQ. 0) GO TO 20
      T = T*10 + R
      IF (T .GT. 100000000) GO TO 20
      R = MOD(A, R)
      GO TO 10
   20 IF (Q .LT. 0) T = T/Q
      END
