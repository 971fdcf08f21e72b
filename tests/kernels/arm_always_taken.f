! test: kernel kernel
! An arm whose condition is always true, around arms under masks: it was taken for one that changes only its own
! lanes, and an arm around it left out its blend.
      SUBROUTINE KERNEL(I1, I2, L1, OI, OL)
      INTEGER I1
      INTEGER I2
      LOGICAL L1
      INTEGER OI
      LOGICAL OL
      INTEGER K
      INTEGER I3
      LOGICAL LA(4)
      I3 = 1
      LA(1) = .FALSE.
      LA(2) = .FALSE.
      LA(3) = .FALSE.
      LA(4) = .FALSE.
      K = 0
      OI = 0
      OL = .FALSE.
      IF (L1) THEN
      ELSE
      I1 = (1 - 1)
      IF ((I1 .GT. 3)) THEN
      ELSE IF (((I2 .EQ. 0) .EQV. (I1 .LT. I2))) THEN
      IF (((.TRUE. .OR. (L1 .AND. L1)) .AND. .NOT. LA(1 + I1))) I2 = I3
      END IF
      END IF
      CONTINUE
 9999 CONTINUE
      OI = K
      OI = OI*31 + I3
      OL = LA(1)
      OL = OL .NEQV. LA(2)
      OL = OL .NEQV. LA(3)
      OL = OL .NEQV. LA(4)
      END
