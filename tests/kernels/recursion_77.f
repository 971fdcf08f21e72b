C Fortran 77 has no RECURSIVE, but programs whose procedures call each other, through entries and with texts as arguments:
C each execution has its own arrays, as with compilers that put them on the stack.
! test: kernel parse
      SUBROUTINE PARSE(K, D, VALUE, DEPTH, WORDS)
      INTEGER K, D, DEPTH, WORDS, I, POS
      DOUBLE PRECISION VALUE, EXPR
      CHARACTER*40 LINE
      CHARACTER*8 DIGITS
      DATA DIGITS /'12345678'/
      LINE = '((1+2)*(3+4)-5)*2+(((6)))'
      DO 10 I = 1, 40
        IF (LINE(I:I) .EQ. '5') LINE(I:I) = DIGITS(K:K)
   10 CONTINUE
      POS = 1
      VALUE = EXPR(LINE, POS)
      DEPTH = 0
      CALL DOWN(D, DEPTH)
      WORDS = 0
      CALL COUNT(LINE(K:), D, WORDS)
      END

      DOUBLE PRECISION FUNCTION EXPR(LINE, POS)
      CHARACTER*(*) LINE
      INTEGER POS
      DOUBLE PRECISION TERM, STACK(3), X
      X = TERM(LINE, POS)
      STACK(1) = X
   10 IF (LINE(POS:POS) .EQ. '+') THEN
        POS = POS + 1
        STACK(2) = TERM(LINE, POS)
        STACK(1) = STACK(1) + STACK(2)
        GO TO 10
      ELSE IF (LINE(POS:POS) .EQ. '-') THEN
        POS = POS + 1
        STACK(2) = TERM(LINE, POS)
        STACK(1) = STACK(1) - STACK(2)
        GO TO 10
      END IF
      EXPR = STACK(1)
      END

      DOUBLE PRECISION FUNCTION TERM(LINE, POS)
      CHARACTER*(*) LINE
      INTEGER POS
      DOUBLE PRECISION FACTOR
      TERM = FACTOR(LINE, POS)
   10 IF (LINE(POS:POS) .NE. '*') RETURN
      POS = POS + 1
      TERM = TERM * FACTOR(LINE, POS)
      GO TO 10
      END

      DOUBLE PRECISION FUNCTION FACTOR(LINE, POS)
      CHARACTER*(*) LINE
      INTEGER POS
      DOUBLE PRECISION EXPR
      IF (LINE(POS:POS) .EQ. '(') THEN
        POS = POS + 1
        FACTOR = EXPR(LINE, POS)
        POS = POS + 1
      ELSE
        READ (LINE(POS:POS), '(F1.0)') FACTOR
        POS = POS + 1
      END IF
      END

C The entries call the unit that they are of.
      SUBROUTINE DOWN(N, M)
      INTEGER N, M, MINE(30), I
      DO 10 I = 1, 30
   10 MINE(I) = N
      IF (N .GT. 0) CALL AWAY(N - 1, M)
      M = M + MINE(17)
      RETURN
      ENTRY SIDE(N, M)
      IF (N .GT. 1) CALL AWAY(N - 2, M)
      M = 2*M + 1
      END

      SUBROUTINE AWAY(N, M)
      INTEGER N, M
      CALL DOWN(N, M)
      IF (MOD(N, 2) .EQ. 1) CALL SIDE(N, M)
      END

      SUBROUTINE COUNT(TEXT, N, WORDS)
      CHARACTER*(*) TEXT
      CHARACTER*12 COPY
      INTEGER N, WORDS
      COPY = TEXT(N:)//'.'
      IF (N .GT. 1) CALL AGAIN(TEXT(2:), N - 1, WORDS)
      IF (COPY(1:1) .EQ. '(' .OR. COPY(3:3) .GE. '5') WORDS = WORDS + N
      END

      SUBROUTINE AGAIN(TEXT, N, WORDS)
      CHARACTER*(*) TEXT
      INTEGER N, WORDS
      CALL COUNT(TEXT//TEXT(:1), N, WORDS)
      END
