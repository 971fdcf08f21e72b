! test: explain f
C     An option that is a constant text is decided in a copy of the subprogram that takes it; one that the row chooses is
C     tested. The name in the message of what refuses options makes no copies.
      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X
      CHARACTER WAY
      F = X
      CALL SCALE('T', F)
      WAY = 'N'
      IF (X .GT. 1) WAY = 'T'
      CALL SCALE(WAY, F)
      END
      SUBROUTINE SCALE(TRANS, Y)
      CHARACTER TRANS
      DOUBLE PRECISION Y
      LOGICAL SAME
      IF (.NOT. SAME(TRANS, 'N') .AND.
     &    .NOT. SAME(TRANS, 'T')) CALL REFUSE('SCALE')
      IF (SAME(TRANS, 'N')) THEN
        Y = 3*Y
      ELSE
        Y = Y/3
      END IF
      END
      LOGICAL FUNCTION SAME(A, B)
      CHARACTER A, B
      SAME = A .EQ. B .OR. ICHAR(A) .EQ. ICHAR(B) + 32
      END
      SUBROUTINE REFUSE(NAME)
      CHARACTER*(*) NAME
      PRINT *, NAME
      STOP
      END
