C     CHARACTER variables in COMMON, seen as one text; a text over numbers.
      PROGRAM P
      CHARACTER*8 NAME, T(3)*4, C*1
      COMMON /NAMES/ NAME, T, C
      INTEGER W(2)
      CHARACTER*8 Q
      EQUIVALENCE (W, Q)
      DATA Q /'ABCDEFGH'/
      NAME = 'JOHN'
      T(2) = 'XY'
      C = '!'
      CALL S
      PRINT *, NAME, T(2), C
      PRINT *, W
      W(1) = W(2)
      PRINT *, Q
      END
      SUBROUTINE S
      CHARACTER*21 ALL
      COMMON /NAMES/ ALL
      PRINT *, ALL
      ALL(1:1) = 'B'
      END
