C     FORTRAN 66 had no CHARACTER: a format that is made while the program
C     runs is Hollerith data in a numeric array.
      PROGRAM HOLFMT
      INTEGER IFMT(5), JFMT(3), K, WIDTHS(3)
      REAL RFMT(4), A(3)
      DOUBLE PRECISION D(2)
      COMPLEX Z(2)
      DATA IFMT /4H(1X,,4H3F8.,4H2)  ,4H    ,4H    /
      DATA RFMT /4H(1X,,4HI5,F,4H6.2),4H    /
      DATA D /8H(1X,2HD=,8H,F6.1)  /
      DATA Z /8H(1X,3HZ=,8H:,I4)   /
      DATA WIDTHS /4HI4) ,4HI6) ,4HI8) /
      PRINT IFMT, 1.0, 2.0, 3.0
      WRITE (6, RFMT) 5, 2.5
      WRITE (6, D) 3.25
      PRINT Z, 17
      JFMT(1) = IFMT(1)
      DO 10 K = 1, 3
      JFMT(2) = WIDTHS(K)
      JFMT(3) = IFMT(4)
   10 WRITE (6, JFMT) K
      READ (5, IFMT) A
      PRINT *, A
      CALL SHOW(IFMT, 5)
      END
      SUBROUTINE SHOW(IFMT, N)
      INTEGER IFMT(N)
      WRITE (6, IFMT) 4.0, 5.0
      END
