C     The second operand is not looked at when the first decides: an
C     index may be guarded, a division too. (Whether a function is
C     called then is left to the compiler, so these have no effects.)
      PROGRAM CIRCUI
      INTEGER A(3), I
      LOGICAL EVEN, P
      DATA A /4, 5, 6/
      DO 10 I = 0, 4
      IF (I .GE. 1 .AND. I .LE. 3) THEN
        PRINT *, I, A(I)
      END IF
      IF (I .LT. 1 .OR. I .GT. 3) PRINT *, I, 'outside'
      P = EVEN(I) .AND. EVEN(I/2) .OR. EVEN(I + 1) .AND. .NOT. EVEN(I)
      PRINT *, P, EVEN(I) .EQV. EVEN(I + 2), EVEN(I) .NEQV. EVEN(3*I)
   10 CONTINUE
      I = 1
   20 IF (I .LE. 3 .AND. A(MIN(I, 3)) .LT. 6) THEN
        I = I + 1
        GO TO 20
      END IF
      PRINT *, I
      END
      LOGICAL FUNCTION EVEN(I)
      INTEGER I
      EVEN = MOD(I, 2) .EQ. 0
      END
