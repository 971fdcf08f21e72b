C     Storage that is kept, tables that are constant, and locals.
      PROGRAM KEPT
      INTEGER I, N, NEXT, TAB(3)
      DATA TAB/10,20,30/, N/4/
      DO 10 I=1,3
      N = N + TAB(I)
   10 PRINT *, NEXT(I), N
      CALL FILL(TAB, 3)
      PRINT *, TAB
      END
      INTEGER FUNCTION NEXT(I)
      INTEGER I, SEEN, STEP, COEF(4)
      SAVE SEEN
      DATA SEEN/100/, STEP/7/, COEF/1,2*5,9/
      SEEN = SEEN + STEP + COEF(I)
      NEXT = SEEN
      END
      SUBROUTINE FILL(A, N)
      INTEGER N, A(N), I
      DO 10 I=1,N
   10 A(I) = A(I)*2
      END
