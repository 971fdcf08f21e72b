C     Mistakes in constant formats.
      PROGRAM BAD
      WRITE(6,10) 7
   10 FORMAT(I5,Q3)
      PRINT '(I5', 3
      PRINT '(F)', 3.0
      PRINT '(1X,''abc)', 3.0
      PRINT 'I5', 3
      PRINT '(1PI5)', 3
      PRINT '(I5,DT)', 3
      END
