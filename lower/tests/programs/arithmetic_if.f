C     Arithmetic IF on reals and integers, with NaN, for every choice of
C     equal labels.
      PROGRAM ARITH
      DOUBLE PRECISION X(4), Z
      INTEGER I
      Z = 0D0
      X(1) = -1D0
      X(2) = 0D0
      X(3) = 1D0
      X(4) = Z/Z
      DO 900 I=1,4
      IF (X(I)) 10,20,30
   10 PRINT *, 'negative'
      GO TO 40
   20 PRINT *, 'zero'
      GO TO 40
   30 PRINT *, 'positive'
   40 IF (X(I)) 50,50,60
   50 PRINT *, 'not positive'
      GO TO 70
   60 PRINT *, 'positive'
   70 IF (X(I)) 80,90,80
   80 PRINT *, 'not zero'
      GO TO 100
   90 PRINT *, 'zero'
  100 IF (X(I)) 110,120,120
  110 PRINT *, 'negative'
      GO TO 130
  120 PRINT *, 'not negative'
  130 IF (X(I)) 140,140,140
  140 IF (I-2) 150,160,170
  150 PRINT *, 'first'
      GO TO 900
  160 PRINT *, 'second'
      GO TO 900
  170 PRINT *, 'later'
  900 CONTINUE
      END
