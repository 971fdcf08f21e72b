! test: kernel rnglps
! test: check bounds
C     Loops that only copy or clear a range: forward onto themselves,
C     where each element is to be read after the one before it was
C     assigned, backward, with few turns, with none, out of the array.
      SUBROUTINE RNGLPS(N, FROM, TO, A, B, C, LAST, LEFT)
      INTEGER N, FROM, TO, LAST, LEFT, I, J, K(60)
      DOUBLE PRECISION A, B, C, W(60), V(40)
      COMMON /KEPT/ V
      DO 10 I = 1, 60
      K(I) = I*I
   10 W(I) = I + A
      DO 20 I = 1, 40
   20 V(I) = W(I)
      DO 30 I = 1, N
   30 W(TO + I) = W(FROM + I)
      LAST = I
      J = FROM
      DO 40 I = TO, TO + N - 1
      J = J + 1
   40 V(J) = 0
      LEFT = J
      DO 50 I = N, 1, -1
   50 K(I + TO) = K(I + FROM)
      DO 60 I = TO + 1, TO + N
   60 K(I) = K(I + 1)
      B = 0
      C = 0
      DO 70 I = 1, 40
      B = B + W(I)*I + K(I)
   70 C = C + V(I)*I
      END
