      SUBROUTINE FIRST(X)
      X = 1
      SUBROUTINE SECOND(X)
      X = 2
      END
