C     PAUSE asks on standard error, and reads its answer where READ reads:
C     the program goes on after "go" and ends quietly after anything else.
      PRINT *, 'ONE'
      PAUSE
      PRINT *, 'TWO'
      PAUSE 77
      PRINT *, 'THREE'
      IF (3 .GT. 2) PAUSE 'LUNCH'
      PRINT *, 'FOUR'
      PAUSE 4
      PRINT *, 'NOT HERE'
      END
