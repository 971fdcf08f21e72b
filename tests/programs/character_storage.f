C     CHARACTER in COMMON, EQUIVALENCE, BLOCK DATA; substrings in DATA.
      PROGRAM COMM
      CHARACTER*8 A, B*3
      CHARACTER T(3)*2
      COMMON /TXT/ A, B, T
      CHARACTER*4 X, Y
      CHARACTER*8 Z
      CHARACTER U(4), V(2)*2
      EQUIVALENCE (X, Z(1:4)), (Y, Z(5:)), (U, V(1), X)
      A = 'common'
      B = 'blk'
      T(1) = 'a1'
      T(2) = 'b2'
      T(3) = 'c3'
      CALL SHOW
      PRINT *, A, B, T
      Z = 'ABCDEFGH'
      PRINT *, X, Y, U, V
      V(2) = 'zz'
      PRINT *, Z
      CALL INITED
      END
      SUBROUTINE SHOW
      CHARACTER*17 ALL
      COMMON /TXT/ ALL
      PRINT *, ALL
      ALL(9:11) = 'new'
      END
      SUBROUTINE INITED
      COMMON /INI/ P, N
      CHARACTER*4 P, S*6, T(2)*3
      DATA S(1:2) /'xy'/, S(3:6) /'zwvu'/, (T(I)(2:3), I = 1, 2) /2*'!'/
      DATA T(1)(1:1), T(2)(:1) /'a', 'b'/
      PRINT *, P, N, S, T
      END
      BLOCK DATA
      CHARACTER*4 P
      COMMON /INI/ P, N
      DATA P /'init'/, N /5/
      END
