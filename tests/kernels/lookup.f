! test: kernel lookup
! test: array t = -2.0 -1.0 -0.5 0.0 0.25 1.0 1.5 4.0 9.0 100.0
! test: array v = 1.0 3.0 2.0 5.0 5.5 -1.0 0.0 2.0 8.0 8.0
C     Binary search in a shared table, then interpolation.
      DOUBLE PRECISION FUNCTION LOOKUP(T, V, N, X)
      INTEGER N, LOW, HIGH, MID
      DOUBLE PRECISION T(N), V(N), X
      LOW = 1
      HIGH = N
      IF (X .LT. T(1)) GO TO 40
      IF (X .GE. T(N)) GO TO 50
   10 IF (HIGH - LOW .LE. 1) GO TO 30
      MID = (LOW + HIGH)/2
      IF (X - T(MID)) 20, 25, 15
   15 LOW = MID
      GO TO 10
   20 HIGH = MID
      GO TO 10
   25 LOOKUP = V(MID)
      RETURN
   30 LOOKUP = V(LOW) + (V(HIGH) - V(LOW))
     1  *((X - T(LOW))/(T(HIGH) - T(LOW)))
      RETURN
   40 LOOKUP = V(1)
      RETURN
   50 LOOKUP = V(N)
      END
