C     The intrinsic functions of texts as actual arguments.
      INTRINSIC LEN, INDEX
      CHARACTER*7 C
      C = 'ABCABC'
      PRINT *, KONE(LEN, C), KONE(LEN, C//'XY')
      PRINT *, KTWO(INDEX, C, 'CA'), KTWO(INDEX, C(2:), 'A'),
     1 KTWO(INDEX, C, 'X')
      END
      INTEGER FUNCTION KONE(K, T)
      CHARACTER*(*) T
      KONE = K(T) + K(T(1:1))
      END
      INTEGER FUNCTION KTWO(K, T, U)
      CHARACTER*(*) T, U
      EXTERNAL K
      KTWO = K(T, U)
      END
