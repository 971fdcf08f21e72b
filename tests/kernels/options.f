! test: kernel options
C     Options that are texts, as linear algebra has them: constant ones are decided when the kernel is compiled, with what
C     refuses the others; one that differs between rows is tested. A machine parameter by its letter, a form by its name.
      SUBROUTINE OPTIONS(X, K, Y, Z, CODE)
      DOUBLE PRECISION X, Y, Z, A(3, 3), U(3), V(3), PARAM, NORM
      INTEGER K, CODE, BAD
      CHARACTER WAY
      CHARACTER*16 NOTE
      COMMON /STATE/ BAD, NOTE
      BAD = 0
      NOTE = ' '
      DO 20 J = 1, 3
      U(J) = X + J
      V(J) = 1
      DO 10 I = 1, 3
   10 A(I, J) = X*I - J
   20 CONTINUE
      CALL MULT('No transpose', 3, 3, A, U, V)
      CALL MULT('t', 3, 2, A, V, U)
      WAY = 'N'
      IF (K .EQ. 1) WAY = 't'
      IF (K .EQ. 2) WAY = '?'
      CALL MULT(WAY, 2, 3, A, U, V)
      IF (K .EQ. 3) CALL MULT('q', 3, 3, A, U, V)
      IF (K .EQ. 4) CALL MULT('T', 3, 9, A, U, V)
      Y = U(1) + 2*U(2) + 3*U(3) + V(1)*V(2)/(1 + ABS(V(3)))
      Z = NORM('One', A, K) + NORM('max', A, 2) + NORM('none', A, 3)
      Z = Z*PARAM('Base') + PARAM('e') + PARAM('?')
      CODE = 1000*BAD + ICHAR(NOTE(1:1)) + ICHAR(NOTE(6:6))
      END
      SUBROUTINE MULT(TRANS, M, N, A, X, Y)
      CHARACTER*(*) TRANS
      INTEGER M, N, INFO, LENY, I, J
      DOUBLE PRECISION A(3, *), X(*), Y(*), T
      LOGICAL SAME
      INFO = 0
      IF (.NOT. SAME(TRANS, 'N') .AND. .NOT. SAME(TRANS, 'T') .AND.
     &    .NOT. SAME(TRANS, 'C')) THEN
        INFO = 1
      ELSE IF (M .LT. 0 .OR. M .GT. 3) THEN
        INFO = 2
      ELSE IF (N .LT. 0 .OR. N .GT. 3) THEN
        INFO = 3
      END IF
      IF (INFO .NE. 0) THEN
        CALL REFUSE('MULT  ', INFO)
        RETURN
      END IF
      LENY = N
      IF (SAME(TRANS, 'N')) LENY = M
      DO 10 I = 1, LENY
   10 Y(I) = Y(I)/2
      IF (SAME(TRANS, 'N')) THEN
        DO 30 J = 1, N
        DO 20 I = 1, M
   20   Y(I) = Y(I) + X(J)*A(I, J)
   30   CONTINUE
      ELSE
        DO 50 J = 1, N
        T = 0
        DO 40 I = 1, M
   40   T = T + A(I, J)*X(I)
   50   Y(J) = Y(J) + T
      END IF
      END
      LOGICAL FUNCTION SAME(A, B)
      CHARACTER A, B
      INTEGER I, J
      SAME = A .EQ. B
      IF (SAME) RETURN
      I = ICHAR(A)
      J = ICHAR(B)
      IF (I .GE. ICHAR('a') .AND. I .LE. ICHAR('z')) I = I - 32
      IF (J .GE. ICHAR('a') .AND. J .LE. ICHAR('z')) J = J - 32
      SAME = I .EQ. J
      END
      SUBROUTINE REFUSE(NAME, INFO)
      CHARACTER*(*) NAME
      INTEGER INFO, BAD
      CHARACTER*16 NOTE
      COMMON /STATE/ BAD, NOTE
      BAD = INFO
      WRITE (NOTE, '(A, I3)') NAME(1:4), INFO
      END
      DOUBLE PRECISION FUNCTION PARAM(WHAT)
      CHARACTER*(*) WHAT
      LOGICAL SAME
      PARAM = -1
      IF (SAME(WHAT, 'E')) THEN
        PARAM = 1
   10   PARAM = PARAM/2
        IF (1 + PARAM .GT. 1) GO TO 10
      ELSE IF (SAME(WHAT, 'B')) THEN
        PARAM = 2
      END IF
      END
      DOUBLE PRECISION FUNCTION NORM(KIND, A, N)
      CHARACTER*(*) KIND
      INTEGER N
      DOUBLE PRECISION A(3, 3)
      NORM = 0
      IF (KIND .EQ. 'One') THEN
        DO 10 I = 1, 3
   10   NORM = NORM + ABS(A(I, 1))
      ELSE IF (KIND .EQ. 'max  ') THEN
        DO 20 I = 1, 3
   20   NORM = MAX(NORM, ABS(A(I, N)))
      ELSE
        NORM = N
      END IF
      IF (KIND(1:1) .LT. 'n') NORM = NORM + LEN(KIND)
      END
