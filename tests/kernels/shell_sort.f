! test: kernel order
C     A shell sort whose inner loop is entered at its middle, from the
C     loop over the gaps and from the one over the elements; it tells
C     the median, the number of moves, and whether it came out sorted.
      SUBROUTINE ORDER(SEED, N, MIDDLE, MOVES, GOOD)
      INTEGER SEED, N, MIDDLE, MOVES, GOOD, A(24), I, J, M, K, T, R
      R = SEED
      DO 5 I = 1, N
      R = MOD(R*421 + 1663, 7875)
    5 A(I) = R - 3900
      MOVES = 0
      M = N
   10 M = M/2
      IF (M .EQ. 0) GO TO 60
      K = N - M
      J = 1
      I = J
      GO TO 30
   20 T = A(I)
      A(I) = A(I + M)
      A(I + M) = T
      MOVES = MOVES + 1
      I = I - M
      IF (I .LT. 1) GO TO 40
   30 IF (K .LT. 1) GO TO 10
      IF (A(I) .GT. A(I + M)) GO TO 20
   40 J = J + 1
      IF (J .GT. K) GO TO 10
      I = J
      GO TO 30
   60 GOOD = 1
      DO 70 I = 2, N
   70 IF (A(I - 1) .GT. A(I)) GOOD = 0
      MIDDLE = 0
      IF (N .GT. 0) MIDDLE = A((N + 1)/2)
      END
