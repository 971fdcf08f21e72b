C     Exponents in the fields of old cards: blanks stand before the sign
C     or the digits. Under BZ a blank behind a name is a zero, with which
C     the name is no number.
      DOUBLE PRECISION D
      DO 20 I = 1, 12
      X = -9
      D = -9
      READ (5, 10, IOSTAT=J) X, D
   10 FORMAT (F7.0, BZ, D7.1)
      PRINT *, J, X, D
   20 CONTINUE
      END
