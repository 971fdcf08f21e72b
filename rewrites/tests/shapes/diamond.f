C     Both arms of a branch meet again: an if that yields what it merged.
      FUNCTION F(X)
      IF (X .GT. 0.0) GO TO 10
      Y = -X
      GO TO 20
   10 Y = 2.0 * X
   20 F = Y + X
      END
