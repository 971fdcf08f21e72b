C     The loop of Collatz, whose trips differ between lanes.
      INTEGER FUNCTION F(START)
      INTEGER START, N
      N = START
      F = 0
      DO WHILE (N .NE. 1)
        IF (MOD(N, 2) .EQ. 0) THEN
          N = N / 2
        ELSE
          N = 3 * N + 1
        END IF
        F = F + 1
      END DO
      END
