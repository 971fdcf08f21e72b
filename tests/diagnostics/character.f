      CHARACTER*8 S(2), N*(*), F
      INTEGER K
      REAL X
      F(S) = S
      S = 1
      X = S(1)
      S(1)(1.5:2) = 'a'
      K(1:2) = 'a'
      X = 'a' + 1
      K = 'a' // 1
      IF ('a' .EQ. 1) X = 1
      K = INDEX('a', 1)
      K = LEN(X)
      K = ICHAR('a', 'b', 'c')
      K = INDEX('a')
      CALL SUB(S(1)(1:2:3))
      CHARACTER Z
      END
