! test: kernel many
C     Switches in switches, in loops and around loops: grouped values
C     and ranges, a default that does not stand last, cases that fall
C     through, always or on a condition, jumps out of a case to the next
C     round of an outer loop and out of it.
      SUBROUTINE MANY(K, N, S, TRACE)
      INTEGER K, N, S, TRACE, I, J, M
      S = 0
      TRACE = 1
      M = K
      OUTER: DO I = 1, N
        TRACE = MOD(TRACE*7 + 1, 1000003)
        SELECT CASE (MOD(M, 11))
        CASE (1, 4, 7)
          S = S + I
        CASE DEFAULT
          S = S - 1
          IF (S .LT. -20) EXIT OUTER
        CASE (:-3)
          S = S + 100
          DO J = 1, MOD(ABS(M), 5)
            SELECT CASE (MOD(S + J, 3))
            CASE (0)
              M = M + 3
            CASE (1)
              M = M - 1
              CYCLE OUTER
            CASE (-1)
              EXIT
            END SELECT
            TRACE = MOD(TRACE*7 + 2, 1000003)
          END DO
          S = S + J
        CASE (9:)
          M = M/2
          CYCLE OUTER
        CASE (0, 2:3)
          M = M + 5
        END SELECT
        TRACE = MOD(TRACE*7 + 3, 1000003)
        M = M - 2
      END DO OUTER
C     A chain that falls through; a selector out of range goes on.
      GO TO (10, 20, 30, 20, 50), MOD(M, 9)
      TRACE = TRACE + 5
   10 S = S + 1
      IF (MOD(S, 2) .EQ. 0) GO TO 60
   20 S = S*2
   30 S = S + 3
      IF (MOD(S, 3) .EQ. 1) GO TO 50
      GO TO (40, 60, 50), MOD(S, 5)
   40 S = S - 7
   50 TRACE = TRACE + S
   60 S = S + I
      END
