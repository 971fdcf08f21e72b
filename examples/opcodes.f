C     A little machine with registers A and B and eight instructions,
C     chosen by a computed GO TO. PROG holds ten instructions, three
C     bits each, the first one lowest; they are run ROUNDS times. Each
C     row has a program of its own, so that lanes are at different
C     instructions all the time.
C
      INTEGER FUNCTION MACHIN(PROG, X, ROUNDS)
      INTEGER PROG, X, ROUNDS, A, B, T, W, N, M
      A = X
      B = 1
      N = 0
   10 IF (N .GE. ROUNDS) GO TO 100
      N = N + 1
      W = PROG
      M = 0
   20 IF (M .GE. 10) GO TO 30
      M = M + 1
      T = W/8
      GO TO (1, 2, 3, 4, 5, 6, 7, 8), W - 8*T + 1
    1 A = A + B
      GO TO 25
    2 A = A - B
      GO TO 25
    3 B = B + 3
      GO TO 25
    4 A = -A
      GO TO 25
    5 T = A
      A = B
      B = T
      T = W/8
      GO TO 25
    6 A = A/2
      GO TO 25
    7 IF (A .LT. B) A = B
      GO TO 25
    8 B = IABS(B - A)
   25 W = T
      GO TO 20
C     Keep the registers small.
   30 A = A/16
      B = B/16
      GO TO 10
  100 MACHIN = A + B
      RETURN
      END
