      SUBROUTINE NEXT
      INCLUDE "include/sizes.inc"
      PRINT *, N
      END
