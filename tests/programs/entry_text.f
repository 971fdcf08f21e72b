C     CHARACTER in units with ENTRY: dummy arguments of several lengths,
C     results, and in statement functions and dummy procedures.
      PROGRAM ENTTXT
      CHARACTER*5 NAME, C, FIRST, LASTLY
      CHARACTER*3 SFC
      CHARACTER*10 R
      EXTERNAL NAME, FIRST
      SFC(C) = C(2:)
      R = 'qrstuv'
      PRINT *, SFC('abcde'), SFC(R(2:4)//'yz')
      PRINT *, SFC(SFC(R)//'ab')//'|', SFC('x')//'|'
      CALL SHOW(NAME)
      CALL SHOW(FIRST)
      CALL E1('abc')
      CALL E2('defgh', 2)
      R = 'x'
      CALL E3(R)
      PRINT *, R, FIRST(3), LASTLY('!')
      END
      CHARACTER*5 FUNCTION NAME(I)
      NAME = 'n'//CHAR(ICHAR('0') + I)//'xyz'
      END
      SUBROUTINE SHOW(F)
      CHARACTER*5 F
      EXTERNAL F
      PRINT *, F(1), F(2)
      END
      SUBROUTINE E1(C)
      CHARACTER*(*) C, D
      PRINT *, LEN(C), C
      RETURN
      ENTRY E2(C, N)
      PRINT *, C(N:)
      RETURN
      ENTRY E3(D)
      D = 'entry'
      END
      CHARACTER*5 FUNCTION FIRST(I)
      CHARACTER*5 LASTLY
      CHARACTER*(*) T
      FIRST = 'f'//CHAR(ICHAR('a') + I)
      RETURN
      ENTRY LASTLY(T)
      LASTLY = T//'lastly'
      END
