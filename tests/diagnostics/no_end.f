      SUBROUTINE OPEN1(X)
      X = 1
