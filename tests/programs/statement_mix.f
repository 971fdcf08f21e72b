C     A block IF with all its arms, nested, around loops and jumps; RETURN
C     in the middle of subprograms.
      PROGRAM MIX
      INTEGER I, KIND3, GRADE
      DO 10 I = -5, 25, 5
      IF (I .LT. 0) THEN
        PRINT *, I, 'negative'
      ELSE IF (I .EQ. 0) THEN
        PRINT *, I, 'zero'
      ELSEIF (I .LT. 10) THEN
        IF (MOD(I, 2) .EQ. 1) THEN
          PRINT *, I, 'small odd'
        ELSE
          PRINT *, I, 'small even'
        ENDIF
      ELSE
        IF (I .GT. 20) THEN
        ELSE
          PRINT *, I, 'large', GRADE(I)
        END IF
      END IF
   10 CONTINUE
      PRINT *, KIND3(3, 4, 5), KIND3(2, 2, 3), KIND3(1, 1, 1)
      PRINT *, KIND3(1, 2, 9)
      END
      INTEGER FUNCTION GRADE(I)
      GRADE = 1
      IF (I .GT. 10) RETURN
      GRADE = 2
      RETURN
      END
      INTEGER FUNCTION KIND3(A, B, C)
      INTEGER A, B, C
      KIND3 = 0
      IF (A + B .LE. C .OR. B + C .LE. A .OR. C + A .LE. B) RETURN
      KIND3 = 3
      IF (A .EQ. B) KIND3 = KIND3 - 1
      IF (B .EQ. C) KIND3 = KIND3 - 1
      IF (A .EQ. C .AND. A .NE. B) KIND3 = KIND3 - 1
      END
