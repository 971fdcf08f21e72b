! test: kernel flight
C     64-bit integers, and a WHILE loop in a WHILE loop.
      SUBROUTINE FLIGHT(START, TOP, STEPS, ODD)
      INTEGER*8 START, TOP, N
      INTEGER STEPS, ODD
      N = START
      TOP = N
      STEPS = 0
      ODD = 0
      DO WHILE (N .GT. 1)
        DO WHILE (MOD(N, 2_8) .EQ. 0)
          N = N/2
          STEPS = STEPS + 1
        END DO
        IF (N .EQ. 1) EXIT
        N = 3*N + 1
        ODD = ODD + 1
        STEPS = STEPS + 1
        IF (N .GT. TOP) TOP = N
        IF (STEPS .GT. 300) RETURN
      END DO
      STEPS = -STEPS
      END
