C     Computed GO TO: in range, out of range, labels that repeat.
      PROGRAM COMPUT
      INTEGER I, K
      DO 100 I=-1,6
      K = I*I
      GO TO (10,20,10,30), I
      PRINT *, I, ' none'
      GO TO 100
   10 PRINT *, I, ' ten'
      IF (I .EQ. 1) GO TO 30
      GO TO 100
   20 PRINT *, I, ' twenty'
   30 PRINT *, I, ' thirty', K
  100 CONTINUE
      GO TO (110,110), 2
      PRINT *, 'not reached'
  110 STOP 
      END
