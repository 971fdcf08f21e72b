C     Functions with effects on both sides of .AND. and .OR.; which are
C     called is left to the compiler, and gfortran calls them all.
      PROGRAM BOTH
      LOGICAL TOLD, P
      P = TOLD(1, .FALSE.) .AND. TOLD(2, .TRUE.)
      PRINT *, P
      P = TOLD(3, .TRUE.) .OR. TOLD(4, .TRUE.)
      PRINT *, P
      P = TOLD(5, .TRUE.) .AND. TOLD(6, .FALSE.)
      PRINT *, P
      P = TOLD(7, .FALSE.) .OR. TOLD(8, .TRUE.)
      PRINT *, P
      P = TOLD(9, .TRUE.) .EQV. TOLD(10, .FALSE.)
      PRINT *, P
      IF (TOLD(11, .FALSE.) .AND. TOLD(12, .TRUE.) .OR. TOLD(13,
     1    .TRUE.)) PRINT *, 'taken'
      END
      LOGICAL FUNCTION TOLD(I, P)
      INTEGER I
      LOGICAL P
      PRINT *, 'told', I
      TOLD = P
      END
