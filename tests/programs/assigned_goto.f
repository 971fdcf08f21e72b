C     ASSIGN and assigned GO TO, with and without a list.
      PROGRAM ASSGN
      INTEGER NEXT, I, TOTAL
      TOTAL = 0
      ASSIGN 20 TO NEXT
      I = 1
   10 TOTAL = TOTAL + I
      I = I + 1
      GO TO NEXT, (20, 30, 40)
   20 ASSIGN 30 TO NEXT
      GO TO 10
   30 IF (I .GT. 5) ASSIGN 40 TO NEXT
      GO TO 10
   40 PRINT *, I, TOTAL
      ASSIGN 60 TO NEXT
      GO TO 100
   60 ASSIGN 70 TO NEXT
      GO TO 100
   70 PRINT *, 'done', TOTAL
      CALL STATES(3)
      STOP
C     A part that is used like a subroutine.
  100 TOTAL = 2*TOTAL
      GO TO NEXT
      END
      SUBROUTINE STATES(N)
      INTEGER N, I, WHERE
      SAVE WHERE
      ASSIGN 1 TO WHERE
      DO 9 I = 1, N
      GO TO WHERE (1, 2, 3)
    1 PRINT *, 'one'
      ASSIGN 3 TO WHERE
      GO TO 9
    2 PRINT *, 'two'
      ASSIGN 1 TO WHERE
      GO TO 9
    3 PRINT *, 'three'
      ASSIGN 2 TO WHERE
    9 CONTINUE
      END
