C     INCLUDE lines, in any column, also of files that include others, beside them or beside the first file.
      PROGRAM INCL
      INCLUDE 'include/sizes.inc'
      REAL A(N)
      INTEGER I
      TOTAL = 0
      include "include/outer.inc"
      PRINT *, A(1), A(N), TOTAL
      CALL NEXT
      END
INCLUDE 'include/next.f'
