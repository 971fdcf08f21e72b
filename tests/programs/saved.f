C     What lives on between calls: SAVE, SAVE of everything, DATA.
      PROGRAM SAVED
      INTEGER I, COUNT, TOTAL
      EXTERNAL COUNT
      DO 10 I = 1, 3
      PRINT *, COUNT(), TOTAL(I)
   10 CALL STACK(I, I*I)
      CALL STACK(0, 0)
      END
      INTEGER FUNCTION COUNT()
      INTEGER N
      SAVE N
      DATA N /0/
      N = N + 1
      COUNT = N
      END
      INTEGER FUNCTION TOTAL(K)
      INTEGER K, SUM
      LOGICAL BEGUN
      SAVE
      DATA BEGUN /.FALSE./
      IF (.NOT. BEGUN) THEN
        SUM = 100
        BEGUN = .TRUE.
      END IF
      SUM = SUM + K
      TOTAL = SUM
      END
      SUBROUTINE STACK(K, V)
      INTEGER K, V, A(10), I, TOP
      SAVE A, TOP
      DATA TOP /0/
      IF (K .GT. 0) THEN
        TOP = TOP + 1
        A(TOP) = V
        RETURN
      END IF
      DO 10 I = 1, TOP
   10 PRINT *, A(I)
      PRINT *, 'depth', TOP
      END
