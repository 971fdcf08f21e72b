C     Steps until the orbit of CX + i*CY leaves the disk of radius 2,
C     LIMIT if it does not.
C
      INTEGER FUNCTION MANDEL(CX, CY, LIMIT)
      DOUBLE PRECISION CX, CY, X, Y, XX, YY
      INTEGER LIMIT, N
      X = 0.0D0
      Y = 0.0D0
      N = 0
   10 XX = X*X
      YY = Y*Y
      IF (XX + YY .GT. 4.0D0) GO TO 20
      IF (N .GE. LIMIT) GO TO 20
      Y = 2.0D0*X*Y + CY
      X = XX - YY + CX
      N = N + 1
      GO TO 10
   20 MANDEL = N
      RETURN
      END
