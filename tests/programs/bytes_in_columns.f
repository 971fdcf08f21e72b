C     ֹtי: a column of fixed form is a byte, whether it is a character or a part of one, and what stands behind
C     column 72 is no text. A text goes on behind blanks up to there.
      PROGRAM COLUMN
      CHARACTER*70 A
      A = 'ייייייייייייייייייייייייייייייי'                             SEQUENCE י
      PRINT *, LEN_TRIM(A), ICHAR(A(31:31))
      A = 'ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©ֳ©
     &AB'
      PRINT *, LEN_TRIM(A), A(55:64)
      END
