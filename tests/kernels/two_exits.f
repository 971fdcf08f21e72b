! test: kernel divisor
C     A loop with two exits behind which different code stands.
      SUBROUTINE DIVISOR(N, LIMIT, D, FOUND)
      INTEGER N, LIMIT, D
      LOGICAL FOUND
      FOUND = .FALSE.
      D = 2
   10 IF (D*D .GT. N) GO TO 20
      IF (MOD(N, D) .EQ. 0) GO TO 30
      D = D + 1
      IF (D .LE. LIMIT) GO TO 10
      D = -1
      RETURN
   20 D = N
      RETURN
   30 FOUND = .TRUE.
      END
