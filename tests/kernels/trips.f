! test: kernel trips
C     Iteration counts that differ from lane to lane: limits, steps and
C     directions, and the variable behind the loop.
      SUBROUTINE TRIPS(FROM, UPTO, STEP, COUNT, LAST, S)
      INTEGER FROM, UPTO, STEP, COUNT, LAST, I, J
      DOUBLE PRECISION S
      COUNT = 0
      S = 0D0
      DO 20 I = FROM, UPTO, STEP
      COUNT = COUNT + 1
      DO 10 J = I, FROM, -1
      S = S + 1D0/(1 + ABS(I - J))
   10 CONTINUE
   20 CONTINUE
      LAST = I
      DO 30 I = UPTO, FROM, STEP
   30 COUNT = COUNT + 100
      END
