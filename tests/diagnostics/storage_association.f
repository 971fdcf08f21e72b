! test: check
C     What COMMON, EQUIVALENCE, SAVE and BLOCK DATA can't say.
      SUBROUTINE PLACES
      COMMON /X/ A(2), B
      EQUIVALENCE (A(1), Q(2)), (Q(1), Z)
      DIMENSION Q(3)
      END
      SUBROUTINE ORDER
      COMMON /X/ A, B, C
      EQUIVALENCE (A, C)
      END
      SUBROUTINE DIST
      DIMENSION A(3), B(3)
      EQUIVALENCE (A(1), B(2)), (A(2), B(1))
      END
      SUBROUTINE ALIGN(V)
      INTEGER K(3)
      DOUBLE PRECISION D, E
      EQUIVALENCE (K(1), D), (K(2), E)
      EQUIVALENCE (V, W), (N, M)
      PARAMETER (N = 3)
      COMMON /Y/ V, L
      COMMON L
      SAVE L
      SAVE /NONE/
      END
      SUBROUTINE BLOCKS
      COMMON /Y1/ A
      COMMON /Y2/ B
      EQUIVALENCE (A, B)
      EQUIVALENCE (I(4), J)
      DIMENSION I(3)
      EQUIVALENCE (K)
      END
      SUBROUTINE VALUES
      COMMON /PAD/ I, D
      DOUBLE PRECISION D
      DATA I /1/
      DIMENSION P(3), Q(2)
      EQUIVALENCE (P(2), Q)
      DATA P /1.0, 2.0, 3.0/, Q /2.0, 4.0/
      END
      FUNCTION RESULT()
      COMMON /PAD/ RESULT
      RESULT = 1
      END
      BLOCK DATA
      COMMON /PAD/ I, K, J
      DATA I /2/, L /3/
      I = 5
      END
      BLOCK DATA
      END
      SUBROUTINE FLAGS(N)
      LOGICAL*1 L
      CHARACTER*(N) C
      COMMON /FLAGSX/ L, C
      READ *, L
      END
