C     CHARACTER in DATA, PARAMETER, IMPLICIT and SAVE.
      PROGRAM CDATA
      IMPLICIT CHARACTER*3 (C-D), CHARACTER (E)
      CHARACTER*(*) NAME
      CHARACTER*5 SHORT, PADDED
      PARAMETER (NAME = 'forlane', SHORT = 'cut it off')
      PARAMETER (PADDED = 'p')
      CHARACTER*4 T(3), U(4)*2, W*6
      DATA T /'one', 'two', 'three'/, U /2*'ab', 'c', 'd'/, W /'w'/
      CHARACTER BLANK*(LEN(NAME) + 1)
      DATA BLANK /' '/
      INTEGER I
      C = 'implicit'
      EX = 'yes'
      PRINT *, C, EX, '|'
      PRINT *, NAME, LEN(NAME), SHORT, '|', PADDED, '|', LEN(SHORT)
      PRINT *, NAME(3:4), NAME // '.', NAME(:1) .EQ. 'f'
      PRINT *, T, '|', U, '|', W, '|', BLANK, '|', LEN(BLANK)
      W(3:4) = 4Hholl
      PRINT *, W
      DO 10 I = 1, 3
   10 CALL COUNT
      END

      SUBROUTINE COUNT
      CHARACTER*10 LINE
      INTEGER N
      SAVE LINE, N
      DATA LINE /'.'/, N /0/
      N = N + 1
      LINE = LINE(1:N) // CHAR(ICHAR('0') + N)
      PRINT *, LINE, N
      END
