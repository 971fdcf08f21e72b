C     What a WRITE has put into its record before it fails stays there,
C     and the next WRITE to the unit goes on with the record, at the
C     place to which the last moves have led.
      WRITE (6, '(1X, A, I3)', IOSTAT=I) 'AB', 1.5
      PRINT *, I
      WRITE (6, '(1X, A, 5X, I3)', ERR=10) 'CD', 1.5
   10 WRITE (6, '(T3, A)') 'X'
      WRITE (6, '(1X, A, TL4, I3)', ERR=20) 'EFGHIJ', 1.5
   20 WRITE (6, '(A)') '?'
      WRITE (6, '(A / A, T10, I3)', ERR=30) 'KL', 'MN', 1.5
   30 PRINT *, 7
      WRITE (6, '(A, I3)', IOSTAT=I) 'LOST', 1.5
      END
