C     A Hollerith constant that is written has blanks behind it up to a
C     whole number of INTEGERs, at least one.
      PRINT *, 1HA, '|', 4HABCD, '|', 5HABCDE, '|', 8HABCDEFGH, '|'
      PRINT '(1X,3A,A2)', 3HABC, 4HABCD, '|', 4HABCD
      WRITE (6, 10) 4HABCD, 9HABCDEFGHI
   10 FORMAT (1X, A4, A12)
      END
