! test: kernel walk
C     A state machine of arithmetic IFs of integers and reals.
      INTEGER FUNCTION WALK(X, K)
      DOUBLE PRECISION X, Y
      INTEGER K, I
      Y = X
      I = K
      WALK = 0
   10 WALK = WALK + 1
      IF (WALK - 200) 20, 90, 90
   20 IF (Y - 1.0D0) 30, 80, 40
   30 Y = Y + 0.375D0
      IF (I) 50, 60, 10
   40 Y = Y*0.75D0 - 0.125D0
      IF (MOD(I, 3) - 1) 10, 50, 60
   50 I = I + 2
      IF (Y) 60, 60, 10
   60 I = I - 1
      IF (I + 12) 80, 70, 70
   70 IF (Y*Y - 4D0) 20, 10, 10
   80 WALK = -WALK
   90 K = I
      END
