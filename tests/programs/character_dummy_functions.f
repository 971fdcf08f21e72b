C     A CHARACTER dummy argument that stands before one value in
C     parentheses is a function, though nothing says EXTERNAL; before a
C     range it is a variable with a substring.
      CHARACTER*3 FIRST, LAST
      EXTERNAL FIRST, LAST
      CALL SHOW(FIRST, 'ABCDE')
      CALL SHOW(LAST, 'VWXYZ')
      CALL BYRULE(LAST)
      END
      SUBROUTINE SHOW(F, C)
      CHARACTER*3 F, C*5
      PRINT *, F(1)//'|', F(2), C(2:3)
      IF (F(3) .LT. C(:3)) PRINT *, 'LESS'
      END
      SUBROUTINE BYRULE(HOW)
      IMPLICIT CHARACTER*3 (H)
      PRINT *, HOW(4)
      END
      CHARACTER*3 FUNCTION FIRST(I)
      FIRST = 'F' // CHAR(48 + I)
      END
      CHARACTER*(*) FUNCTION LAST(I)
      LAST = 'L' // CHAR(48 + I) // 'QRS'
      END
