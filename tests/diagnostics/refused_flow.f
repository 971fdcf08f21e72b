      SUBROUTINE FLOW(X, *, F)
      EXTERNAL F
      ASSIGN 10 TO LABEL
      GO TO LABEL, (10, 20)
   10 X = 1
      ENTRY OTHER(X)
      PAUSE
      CALL FLOW(X, *20, F)
      RETURN 1
   20 SELECT CASE (I)
      CASE (1)
        X = 2
      CASE DEFAULT
        X = 3
      END SELECT
      STF(Y) = Y + 1
      END
