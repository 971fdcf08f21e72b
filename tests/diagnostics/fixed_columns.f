      SUBROUTINE COLUMNS(X)
     1X = 1
 1A   X = 2
123456X = 3
   X = 4
   10
      X = 5
100000 X = 6
   0  X = 7
      END
