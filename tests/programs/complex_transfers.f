C     COMPLEX items in list-directed and formatted output, and internal files.
      PROGRAM CTR
      COMPLEX Z, A(2,3), B(2)
      DOUBLE COMPLEX D, E(2)
      CHARACTER*40 LINE
      DATA A /(1.0,2.0), (-1.5,0.25), (1E10,-1E-10), 3*(0.0,-0.0)/
      Z = (1.5, -2.5)
      D = (1D0, 2D0) / 3
      PRINT *, Z, D
      PRINT *, 'Z', Z, 1, Z * D, 'E'
      PRINT *, A
      PRINT 10, Z, D
   10 FORMAT (1X, 2F8.3, ' and ', 2F12.6)
      WRITE (*, 20) A
   20 FORMAT (3(1X, '(', G12.4, ',', G12.4, ')'))
      WRITE (*, *) (A(1, I), A(2, I), I = 1, 2)
      WRITE (LINE, 30) Z, REAL(D)
   30 FORMAT (3F10.4)
      PRINT *, LINE
      READ (LINE, 30) B(2), X
      PRINT *, B(2), X
      LINE = '(2.5,-3) 4 (1D0,2)'
      READ (LINE, *) B(1), X, E(2)
      PRINT *, B(1), X, E(2)
      LINE = '(7,8) (9,10)'
      READ (LINE, *) Z, D
      PRINT *, Z, D, CONJG(Z), ABS(D), (3.0, 4.0)
      LINE = ' 2*(0.5,0.25)'
      READ (LINE, *) B
      PRINT *, B
      END
