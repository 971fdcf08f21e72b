! test: explain part
C     Calls in arms that are one call, and one that is not, since a row
C     may make it as well.
      DOUBLE PRECISION FUNCTION PART(K, X, Y)
      INTEGER K
      DOUBLE PRECISION X, Y, SERIES
      IF (K .EQ. 1) THEN
        PART = SERIES(X, 12) + 1D0
      ELSE IF (K .EQ. 2) THEN
        PART = SERIES(X*Y, 12)
      ELSE
        PART = SERIES(Y, K)*2D0
        IF (PART .GT. 1D0) PART = SERIES(PART, K)
      END IF
      END
      DOUBLE PRECISION FUNCTION SERIES(Z, N)
      DOUBLE PRECISION Z, T
      INTEGER N, I
      SERIES = 1D0
      T = 1D0
      DO 10 I = 1, N
        T = T*Z/(I + 0.5D0)
        IF (ABS(T) .LT. 1D-9) RETURN
   10 SERIES = SERIES + T/(1D0 + Z*Z)
      END
