C     Words of the language as names of variables.
      PROGRAM WORDS
      INTEGER IF, DO, END, GOTO, THEN, CALL, RETURN, CONTINUE, ELSE
      INTEGER INTEGER, DATA(3), STOP, PRINT
      REAL REAL, PROGRAM(2)
      LOGICAL LOGICAL
      IF = 1
      DO = 2
      END = 3
      GOTO = IF + DO*END
      THEN = GOTO
      IF (IF .EQ. 1) THEN = 8
      CALL = 4
      RETURN = CALL
      CONTINUE = RETURN + 1
      ELSE = 9
      INTEGER = 10
      DATA(2) = 20
      STOP = 11
      PRINT = 12
      REAL = 1.5
      PROGRAM(1) = 2.5
      LOGICAL = .TRUE.
      IF (THEN .EQ. 8) THEN
        ELSE = 5
      ELSE
        ELSE = 6
      END IF
      DO 10 DO = 1, 2
   10 END = END + DO
      PRINT *, IF, DO, END, GOTO, THEN, CALL, RETURN, CONTINUE, ELSE
      PRINT *, INTEGER, DATA(2), STOP, PRINT, REAL, PROGRAM(1), LOGICAL
      END
