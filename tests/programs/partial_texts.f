C Characters of a text that DATA leaves out are blanks if others of it get values.
      CHARACTER*6 ONE, FEW(3), NONE(2)*3
      DATA ONE(2:3) /'ab'/, ONE(5:5) /'c'/
      DATA FEW(2)(3:6) /'defg'/, NONE(2)(1:1) /'x'/
      PRINT *, '[', ONE, '][', FEW(2), '][', NONE(2), ']'
      END
