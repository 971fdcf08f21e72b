      SUBROUTINE CUT(X)
      X = X + 1
      IF (X .GT. 