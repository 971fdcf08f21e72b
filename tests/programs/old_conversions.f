C     What old compilers convert without being asked: an INTEGER that is
C     assigned to a LOGICAL is true where it is not zero, a LOGICAL gives
C     1 or 0, and a REAL subscript loses its fraction.
      PROGRAM OLDCON
      LOGICAL L, LS(4), HELD
      LOGICAL*1 SHORT
      INTEGER*2 I2
      REAL A(3,4)
      COMMON /C/ SHORT, PAD(3)
      EQUIVALENCE (HELD, IHELD)
      DO 10 I = -2, 2
      L = I
      SHORT = I
      HELD = I
      PRINT *, L, SHORT, HELD, IHELD
   10 CONTINUE
      I = .TRUE.
      J = .NOT. L
      I2 = L .AND. SHORT
      PRINT *, I, J, I2
      DO 20 I = 1, 4
   20 LS(I) = I - 1
      PRINT *, LS
      A(2,3) = 5
      X = 2.9
      PRINT *, A(X,3.5), A(X-.5D0,3)
      A(X,1) = 4
      PRINT *, A(2,1), A(1.0+1,1)
      END
