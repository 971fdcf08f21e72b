      PRINT *, 'ends by STOP'
      STOP
      PRINT *, 'never'
      END
