      SUBROUTINE TEN(X)
      REAL X
      X = X +
      X = (X
      X = X)
      GO TO 99
      X = X .PLUS. 1
      CALL SUB(X,)
      IF X .GT. 1 GO TO 10
      DO 20 I = 1
   20 CONTINUE
      X = 1..5
      X = X ** * 2
   10 X = 'A
      END
