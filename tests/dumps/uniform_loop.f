! test: dump structured --uniform k
! test: dump masked --uniform k
! test: dump masked --uniform k --uniform-loops tree
! test: dump masked --uniform k --uniform-loops graph
! test: dump gang --gang 4 --uniform k
! test: dump masked
! test: dump masked --uniform k --format=dot
C     A loop with two entries, told by K, and one of one entry inside.
      SUBROUTINE PHASE(K, X, Y)
      INTEGER K, I, J
      REAL X, Y
      Y = X
      I = 0
      IF (K .LT. 0) GO TO 20
   10 DO 15 J = 1, K
      IF (Y .GT. 1.0) Y = Y - X*0.25
   15 CONTINUE
   20 I = I + 1
      Y = Y + X
      IF (Y .GT. 9.0) GO TO 30
      IF (I .LT. K + 5) GO TO 10
   30 CONTINUE
      END
