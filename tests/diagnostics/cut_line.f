C     What was after column 72 was left out without a word, and the sum was wrong. Sequence fields are not reported.
      REAL FUNCTION TOTAL(X, LONGNAME)                                  TOTA  10
      REAL X, LONGNAME                                                  00000020
      TOTAL = X + 1.0 + 2.0 + 3.0 + 4.0 + 5.0 + 6.0 + 7.0 + 8.0 + 9.0 + 10.0
      TOTAL = TOTAL + X*X + 2.0*X*LONGNAME + 3.0*X*X + LONGNAME*X + LONGNAME
      TOTAL = TOTAL + 1.0                                                ! said
      TOTAL = TOTAL + X*X*X + 2.0*X*LONGNAME + 3.0*X*LONGNAME + X*3.141 + 123
      TOTAL = TOTAL + X*X*X + 2.0*X*LONGNAME + 3.0*X*LONGNAME +X*X+LONG*TOTA0060
      IF (TOTAL .GT. X) TOTAL = X                                       .AND. TRUE
      END                                                               MNB-0070
