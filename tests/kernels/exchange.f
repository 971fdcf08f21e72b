! test: kernel exchng
C     Arguments that are read and assigned: what is read came before
C     what is assigned, though both stand in the same place.
      SUBROUTINE EXCHNG(A, B, C)
      DOUBLE PRECISION A, B, C, T
      INTEGER I
      T = A
      A = B
      B = T
      DO 10 I = 1, 3
      IF (A .GT. C) A = A - C
   10 CONTINUE
      IF (B .LT. C) B = -B
      END
