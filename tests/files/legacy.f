C     Files as programs of the 1970s use them: labels, and statements
C     without parentheses.
      PROGRAM LEGACY
      INTEGER I, J, IARR(6)
      REAL A(3,2)
      CHARACTER*12 NAME
      NAME = 'OLD.DAT'
      OPEN(UNIT=3,FILE=NAME,STATUS='UNKNOWN',ERR=900)
      WRITE(3,100) (I,I=1,6)
  100 FORMAT(6I5)
      WRITE(3,110) ((I*10.0+J,I=1,3),J=1,2)
  110 FORMAT(3F10.2)
      END FILE 3
      REWIND 3
      READ(3,100,END=910,ERR=900) IARR
      READ(3,110,END=910) A
      PRINT *, IARR
      PRINT 120, A
  120 FORMAT(1X,3F8.2)
      READ(3,100,END=200) IARR
      PRINT *, 'NO END'
  200 CONTINUE
      BACKSPACE 3
      BACKSPACE 3
      READ(3,'(F10.2)') A(1,1)
      PRINT *, A(1,1)
      CLOSE(3)
      OPEN(4,FILE='MISSING.DAT',STATUS='OLD',ERR=300)
      PRINT *, 'IT IS THERE'
  300 PRINT *, 'MISSING'
      WRITE(7,*) 'UNIT SEVEN'
      REWIND 7
      READ(7,'(A)') NAME
      PRINT *, NAME
      READ(8,*,END=400) I
      PRINT *, 'NO END OF 8'
  400 WRITE(8,*) 'UNIT EIGHT'
      WRITE(9) 1, 2.0D0
      STOP
  900 PRINT *, 'ERROR'
      STOP
  910 PRINT *, 'END'
      END
