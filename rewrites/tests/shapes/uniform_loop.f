C     All lanes go round together: real branches, no mask; what each lane computes inside stays varying.
      FUNCTION F(X, U, N, TABLE)
      INTEGER U, N, I
      REAL X, TABLE(N)
      F = 0.0
      DO 10 I = 1, U
      IF (TABLE(I) .LT. 0.0) GO TO 20
      IF (X .GT. TABLE(I)) F = F + TABLE(I)
   10 CONTINUE
      RETURN
   20 F = -1.0
      END
