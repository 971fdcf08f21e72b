C     A call that gives too few arguments, as old code links it: what is
C     missing is not looked at in the cases that are used. Such a call
C     made its whole unit malformed.
      PROGRAM MISSIN
      INTEGER I
      CALL T
      I = 6
      CALL S(I, 7)
      CALL U(1, 'TEXT')
      END
      SUBROUTINE S(I, J)
      INTEGER I, J
      PRINT *, 'S', I
      IF (I .GT. 5) PRINT *, J
      END
      SUBROUTINE T
      EXTERNAL S, U
      CALL S(3)
      CALL U(2)
      END
      SUBROUTINE U(I, C)
      INTEGER I
      CHARACTER*(*) C
      PRINT *, 'U', I
      IF (I .EQ. 1) PRINT *, C
      END
