! test: explain f
C     What is saved before a procedure and put back after it, which
C     does not touch it; and before one that does.
      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, A, KEPT(50), MORE(50)
      INTEGER I
      COMMON /STATE/ A(50)
      DO 10 I = 1, 50
   10 A(I) = X*I
      CALL KEEP(KEPT, 1)
      CALL MILD(X, F)
      CALL KEEP(KEPT, 2)
      CALL KEEP(MORE, 1)
      CALL RUDE
      CALL KEEP(MORE, 2)
      F = F + A(3)
      END
      SUBROUTINE KEEP(TO, JOB)
      DOUBLE PRECISION TO(*), A
      INTEGER JOB, I
      COMMON /STATE/ A(50)
      IF (JOB .EQ. 2) GO TO 20
      DO 10 I = 1, 50
   10 TO(I) = A(I)
      RETURN
   20 DO 30 I = 1, 50
   30 A(I) = TO(I)
      END
      SUBROUTINE MILD(X, Y)
      DOUBLE PRECISION X, Y
      Y = X*X - 1
      END
      SUBROUTINE RUDE
      DOUBLE PRECISION A
      COMMON /STATE/ A(50)
      A(3) = A(3) + 1
      END
