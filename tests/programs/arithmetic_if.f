C     Arithmetic IF of integers and reals, NaN, equal labels.
      PROGRAM THREE
      INTEGER I, K
      REAL X(7), Z
      DOUBLE PRECISION D
      DATA X /-1.5, -0.0, 0.0, 1E-40, 2.0, 0.0, 0.0/
      Z = 0.0
      X(6) = Z/Z
      X(7) = -1.0/Z
      DO 40 I = 1, 7
      IF (X(I)) 10, 20, 30
   10 PRINT *, I, 'less'
      GO TO 40
   20 PRINT *, I, 'equal'
      GO TO 40
   30 PRINT *, I, 'greater'
   40 CONTINUE
      DO 90 K = -1, 1
      IF (K) 50, 50, 60
   50 PRINT *, K, 'not greater'
      GO TO 70
   60 PRINT *, K, 'greater'
   70 IF (K*2 - 2) 80, 90, 80
   80 PRINT *, K, 'not one'
   90 CONTINUE
      D = 1D-300
      IF (D*D) 100, 110, 100
  100 PRINT *, 'never'
  110 PRINT *, 'underflow is zero'
      I = 2147483647
      IF (I - 2147483646) 120, 130, 140
  120 PRINT *, 'below'
      STOP
  130 PRINT *, 'same'
      STOP
  140 PRINT *, 'above'
      IF (I) 150, 150, 150
  150 PRINT *, 'one way only'
      END
