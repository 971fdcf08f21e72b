C     BLOCK DATA with and without name; DATA in several units; SAVE of a
C     block.
      PROGRAM MAIN
      COMMON /TAB/ T(5), N /MORE/ I(3,2), X
      COMMON /PARTS/ A(4)
      SAVE /TAB/
      PRINT *, T, N
      PRINT *, I, X
      CALL COUNTS
      CALL COUNTS
      PRINT *, A
      END
      SUBROUTINE COUNTS
      COMMON /TAB/ T(5), N
      SAVE /TAB/, K
      COMMON /OWN/ M
      DATA K /10/, M /100/
      N = N + 1
      K = K + N
      M = M - 1
      PRINT *, N, K, M
      END
      BLOCK DATA
      COMMON /TAB/ T(5), N /MORE/ I(3,2), X
      DATA T, N /2*1.5, 3*-2.0, 3/
      DATA ((I(J,K), J = 1, 3), K = 1, 2) /1, 2, 3, 4, 5, 6/
      DATA X /0.1E-3/
      END
      BLOCK DATA SECOND
      PARAMETER (N = 2)
      COMMON /PARTS/ B(2), C(2)
      DATA (C(J), J = N, 1, -1) /7.0, 8.0/, B(2) /9.0/
      END BLOCK DATA SECOND
