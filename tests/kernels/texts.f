! test: kernel texts
C     An error handler that formats its message, options as texts, names that are put together, numbers read from texts:
C     what lanes do one after the other, in the middle of what they do together.
      SUBROUTINE TEXTS(X, K, Y, N)
      DOUBLE PRECISION X, Y, W, SCALED
      INTEGER K, N, M, IOS
      CHARACTER*20 LINE, TWO*5
      CHARACTER*4 NAMES(3)
      INTEGER*1 B(3)
      INTEGER*2 H
      SAVE H
      DATA H /7/
      DATA NAMES /'one', 'two', 'thre'/
      Y = X
      N = 0
      LINE = '-'
      IF (K .GT. 2) THEN
        CALL REPORT('LIB', 'TEXTS', 'K is too large', K, X, N)
        WRITE (LINE, '(I4, F9.3)') K, X
        READ (LINE(1:4), '(I4)') M
        Y = Y + M + INDEX(LINE, '.')
      END IF
      IF (K .EQ. 1) THEN
        WRITE (TWO, '(I2)', IOSTAT=IOS) 123456
        TWO = 'a'//CHAR(65 + K)//LINE(1:1)
        N = N + ICHAR(TWO(2:2)) + LEN_TRIM(TWO)
      END IF
      W = 1
      READ (LINE, *, ERR=10, END=10) W
      W = W + 1
   10 Y = Y + W
      DO 20 I = 1, 3
   20 B(I) = I*100 + K
      H = H + K*30000
      N = N + B(2) + H
      I = MOD(ABS(K), 3) + 1
      NAMES(I)(2:) = NAMES(4 - I)(1:2)//NAMES(I)
      IF (NAMES(1) .LT. NAMES(2)) N = N + 1000000
      DO 30 I = 1, ABS(K)
      M = MOD(I, 3) + 1
   30 IF (SCAN(NAMES(M), 'ohe') .EQ. I) Y = Y*2 + SCALED('N', X)
      IF (NAMES(2)(1:1) .NE. 't') Y = Y + SCALED('T', Y)
      END

      DOUBLE PRECISION FUNCTION SCALED(OPTION, X)
      CHARACTER*1 OPTION
      DOUBLE PRECISION X
      LOGICAL SAME
      SCALED = X
      IF (SAME(OPTION, 't')) SCALED = -X/4
      END

      LOGICAL FUNCTION SAME(A, B)
      CHARACTER*1 A, B
      INTEGER I, J
      SAME = A .EQ. B
      IF (SAME) RETURN
      I = ICHAR(A)
      J = ICHAR(B)
      IF (I .GE. 97) I = I - 32
      IF (J .GE. 97) J = J - 32
      SAME = I .EQ. J
      END

      SUBROUTINE REPORT(LIB, SUB, TEXT, K, X, N)
      CHARACTER*(*) LIB, SUB, TEXT
      CHARACTER*72 LINE
      CHARACTER*12 LAST
      DOUBLE PRECISION X
      COMMON /ERRORS/ COUNT, LAST
      INTEGER COUNT
      INTEGER V(3)
      DATA COUNT /0/
      COUNT = COUNT + 1
      V(1) = K
      V(2) = -K
      V(3) = COUNT
      WRITE (LINE, '(A, 1X, A, 2A, I3, ES11.3, 3I4)') LIB, SUB, ': ',
     &  TEXT, K, X, V
      LAST = TEXT(3:)//LIB
      IF (LAST(1:1) .EQ. 'i') N = N + LEN_TRIM(LINE) + COUNT
      IF (K .GT. 6) STOP 'too large'
      READ (LINE(40:), *, IOSTAT=I) X
      N = N + I
      END
