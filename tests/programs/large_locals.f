C Arrays of more than 65,536 bytes keep their values between calls, as with gfortran, in all units that are not RECURSIVE.
      INTEGER I
      DO 10 I = 1, 3
         CALL KEEP(I)
   10 CONTINUE
      END
      SUBROUTINE KEEP(I)
      INTEGER I, J
      DOUBLE PRECISION TABLE(10000)
      COMPLEX*16 PLANE(0:70, -30:30)
      CHARACTER*5000 TEXT(14)
      IF (I .EQ. 1) THEN
         DO 20 J = 1, 10000
            TABLE(J) = SQRT(DBLE(J))
   20    CONTINUE
         PLANE(70, 30) = (1D0, 2D0)
         TEXT(14) = 'once'
      ELSE
         TABLE(J0(I)) = -1
      END IF
      PRINT *, TABLE(1), TABLE(10000), PLANE(70, 30), TEXT(14)(1:6)
      CONTAINS
      INTEGER FUNCTION J0(K)
      INTEGER K
      J0 = K / 3 * 9999 + 1
      END FUNCTION
      END
