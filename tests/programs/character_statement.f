C     Statement functions of CHARACTER arguments, and substrings of constants.
      CHARACTER*3 F, S, G*1
      CHARACTER*1 HEX
      LOGICAL SAME
      SAME(S) = S .EQ. 'q'
      LN(S) = LEN(S)
      S = 'q'
      DO 10 I = 1, 3
   10 PRINT *, '0123456789ABCDEF'(I:I+1), 'xyz'(2:)
      PRINT *, SAME('q'), SAME('qq'), LN('abcdef')
      END
