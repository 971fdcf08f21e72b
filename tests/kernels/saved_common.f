! test: kernel outer
C     A COMMON is saved before procedures that may use it, and put
C     back after them. Where a procedure does not touch it, neither
C     copy is needed; where it does, or the copy is used, they are.
      SUBROUTINE OUTER(X, N, R1, R2, R3, R4, R5, R6)
      DOUBLE PRECISION X, A, B, KEPT(52), OTHER(52), Y
      DOUBLE PRECISION R1, R2, R3, R4, R5, R6
      INTEGER N, FLAGS(3), KEEP(4), COPY(4), I
      COMMON /STATE/ A(40), B(12), FLAGS
      DO 10 I = 1, 40
   10 A(I) = X + I
      DO 20 I = 1, 12
   20 B(I) = X*I
      FLAGS(1) = N
      FLAGS(2) = -N
      FLAGS(3) = 7
      CALL GUARD(X, Y)
      R1 = A(40) - B(12) + Y + FLAGS(3)
C     What is called assigns one element, through another procedure.
      CALL KEEPER(KEPT, KEEP, 1)
      CALL RUDE(X)
      R2 = A(7) + FLAGS(2)
      CALL KEEPER(KEPT, KEEP, 2)
      R2 = R2*A(7) - FLAGS(2)
C     The copy is assigned between; it is read after that.
      CALL KEEPER(KEPT, KEEP, 1)
      CALL MILD(KEPT(3), KEPT(5))
      CALL KEEPER(KEPT, KEEP, 2)
      R3 = A(5) + A(3)
C     Saved on one of two ways, from different states.
      CALL KEEPER(OTHER, COPY, 1)
      IF (MOD(N, 3) .EQ. 0) THEN
        A(1) = -X
        CALL KEEPER(OTHER, COPY, 1)
      ELSE IF (MOD(N, 3) .EQ. 1) THEN
        A(2) = 5*X
      END IF
      CALL KEEPER(OTHER, COPY, 2)
      R4 = A(1)*A(2)
C     In a loop: it is as it was saved in all but one iteration.
      CALL KEEPER(KEPT, KEEP, 1)
      DO 30 I = 1, 5
      R4 = R4 + A(9)
      CALL KEEPER(KEPT, KEEP, 2)
      R4 = R4 - A(9)/3
      IF (I .EQ. MOD(N, 5)) A(9) = A(9) + 1
   30 CONTINUE
C     A copy that is read by its elements.
      CALL KEEPER(OTHER, COPY, 1)
      CALL MILD(X, A(2))
      CALL KEEPER(KEPT, KEEP, 1)
      R5 = OTHER(2) - A(2) + COPY(1) + KEPT(41)
C     Less is put back than was saved, and more.
      CALL KEEPER(KEPT, KEEP, 1)
      CALL RUDE(X)
      CALL KEEPER(KEPT, KEEP, 3)
      R6 = A(7) + B(3)
      CALL KEEPER(OTHER, COPY, 4)
      CALL KEEPER(OTHER, COPY, 2)
      R6 = R6 - A(7)*B(3) + FLAGS(2)
      END

C     Neither is needed.
      SUBROUTINE GUARD(X, Y)
      DOUBLE PRECISION X, Y, KEPT(52)
      INTEGER KEEP(4)
      CALL KEEPER(KEPT, KEEP, 1)
      CALL MILD(X, Y)
      IF (Y .GT. 8) RETURN
      CALL KEEPER(KEPT, KEEP, 2)
      Y = Y/2
      END

      SUBROUTINE KEEPER(TO, IN, JOB)
      DOUBLE PRECISION TO(*), A, B
      INTEGER IN(*), JOB, FLAGS, I
      COMMON /STATE/ A(40), B(12), FLAGS(3)
      GO TO (100, 200, 300, 400), JOB
  100 DO 110 I = 1, 40
  110 TO(I) = A(I)
      DO 120 I = 1, 12
  120 TO(40 + I) = B(I)
      DO 130 I = 1, 3
  130 IN(I) = FLAGS(I)
      IN(4) = FLAGS(1)
      RETURN
  200 DO 210 I = 1, 40
  210 A(I) = TO(I)
      DO 220 I = 1, 12
  220 B(I) = TO(40 + I)
      DO 230 I = 1, 3
  230 FLAGS(I) = IN(I)
      RETURN
  300 DO 310 I = 1, 40
  310 A(I) = TO(I)
      RETURN
  400 DO 410 I = 1, 40
  410 TO(I) = A(I)
      END

      SUBROUTINE MILD(X, Y)
      DOUBLE PRECISION X, Y
      Y = X*X - 1
      END

      SUBROUTINE RUDE(X)
      DOUBLE PRECISION X
      CALL RUDER(X + 2)
      END

      SUBROUTINE RUDER(X)
      DOUBLE PRECISION X, A
      INTEGER REST, MARK
      COMMON /STATE/ A(40), REST(24), MARK(3)
      A(7) = A(7)*X
      MARK(2) = MARK(2) + 100
      END
