      SUBROUTINE WINDOWS(X)
      X = X + 
      GO TO 7
      END
