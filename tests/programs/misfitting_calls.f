C     A dummy procedure is called with other arguments in each arm, each
C     of which fits the procedure that it stands for there: what did not
C     fit was an error of the whole program, without a place.
      PROGRAM MISFIT
      EXTERNAL F1, F2, S1, S2, S3
      CALL APPLY(F1, 1)
      CALL APPLY(F2, 2)
      CALL SHOW(S1, 1)
      CALL SHOW(S2, 2)
      CALL SHOW(S2, 3)
      CALL SHOW(S3, 4)
      END
      SUBROUTINE APPLY(F, MODE)
      EXTERNAL F
      IF (MODE.EQ.1) R = F(2.)
      IF (MODE.EQ.2) R = F(2., 3.)
      PRINT *, R
      END
      FUNCTION F1(X)
      F1 = X + 1
      END
      FUNCTION F2(X, Y)
      F2 = X*Y
      END
      SUBROUTINE SHOW(S, MODE)
      EXTERNAL S
      CHARACTER*3 C
      DIMENSION A(3)
      C = 'abc'
      DO 1 I = 1, 3
    1 A(I) = I
      GO TO (10, 20, 30, 40), MODE
   10 CALL S(2)
      RETURN
   20 CALL S(A, 3)
      RETURN
   30 CALL S(A(2), 2)
      RETURN
   40 CALL S(C)
      END
      SUBROUTINE S1(K)
      PRINT *, K
      END
      SUBROUTINE S2(A, N)
      DIMENSION A(N)
      PRINT *, A
      END
      SUBROUTINE S3(C)
      CHARACTER*(*) C
      PRINT *, C, LEN(C)
      END
