C     Powers of reals: by integers, by reals, edges.
      PROGRAM POWERS
      REAL X
      DOUBLE PRECISION D, Z, Q
      INTEGER I
      INTEGER*8 L
      D = 1.1D0
      X = 1.1
      Z = 0D0
      DO 10 I = -4, 12, 4
   10 PRINT *, I, D**I, X**I, (-D)**I, (-X)**(I + 1)
      PRINT *, D**2.5D0, X**2.5, X**2.5D0, D**2.5, X**D, D**X
      PRINT *, 2.0**0.5, 2D0**(1D0/3D0), 10.0**(-3), 10D0**(-3)
      PRINT *, Z**0, Z**2, Z**0D0, Z**2.5D0, 1D0/Z**2
      Q = -8D0
      PRINT *, Q**3, Q**(-3), Q**3D0, Q**(-2D0), Q**0
      L = 40
      PRINT *, D**L, X**L, 3_8**L, 2_8**62
      D = 1D300
      PRINT *, D**2, D**(-2), (-D)**3, D**1
      I = -1
      PRINT *, (-1)**I, 1**I, 2**I, (-1)**(I - 1)
      X = 3.0
      PRINT *, -X**2, X**(-2), X**(-2)*9.0, 2.0*X**2**2
      PRINT *, 7**2.0, 7**2D0, 2**0.5, 2_8**0.5D0
      END
