! test: kernel maze
C     Many labels that jump to each other forth and back, by all kinds of
C     branches.
      SUBROUTINE MAZE(SEED, PATH, STEPS)
      INTEGER SEED, PATH, STEPS, S
      S = SEED
      PATH = 0
      STEPS = 0
   10 S = MOD(S*421 + 663, 65521)
      PATH = MOD(PATH*3 + 1, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      GO TO (130, 210, 20, 30), MOD(S, 6)
   20 S = MOD(S*421 + 1681, 65521)
      PATH = MOD(PATH*3 + 2, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (S .GT. 60000) RETURN
      IF (MOD(S, 5) .LT. 2 .OR. S .LT. 9000) GO TO 40
   30 S = MOD(S*421 + 1863, 65521)
      PATH = MOD(PATH*3 + 3, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (S .GT. 60000) RETURN
      IF (MOD(S, 5) .LT. 2 .OR. S .LT. 9000) GO TO 70
   40 S = MOD(S*421 + 856, 65521)
      PATH = MOD(PATH*3 + 4, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 3) - 1) 80, 30, 180
   50 S = MOD(S*421 + 121, 65521)
      PATH = MOD(PATH*3 + 5, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (S .GT. 60000) RETURN
      IF (MOD(S, 5) .LT. 2 .OR. S .LT. 9000) GO TO 40
   60 S = MOD(S*421 + 1193, 65521)
      PATH = MOD(PATH*3 + 6, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 3) - 1) 190, 190, 130
   70 S = MOD(S*421 + 1999, 65521)
      PATH = MOD(PATH*3 + 7, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      GO TO (20, 180, 50, 100), MOD(S, 6)
   80 S = MOD(S*421 + 858, 65521)
      PATH = MOD(PATH*3 + 8, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      GO TO (180, 40, 190, 100), MOD(S, 6)
   90 S = MOD(S*421 + 1147, 65521)
      PATH = MOD(PATH*3 + 9, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      GO TO (40, 190, 190, 210), MOD(S, 6)
  100 S = MOD(S*421 + 384, 65521)
      PATH = MOD(PATH*3 + 10, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 4) .EQ. 0) GO TO 40
  110 S = MOD(S*421 + 1155, 65521)
      PATH = MOD(PATH*3 + 11, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 3) - 1) 200, 70, 160
  120 S = MOD(S*421 + 1088, 65521)
      PATH = MOD(PATH*3 + 12, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 2) .EQ. 0) GO TO 110
      GO TO 150
  130 S = MOD(S*421 + 740, 65521)
      PATH = MOD(PATH*3 + 13, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 4) .EQ. 0) GO TO 80
  140 S = MOD(S*421 + 167, 65521)
      PATH = MOD(PATH*3 + 14, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (S .GT. 60000) RETURN
      IF (MOD(S, 5) .LT. 2 .OR. S .LT. 9000) GO TO 100
  150 S = MOD(S*421 + 1493, 65521)
      PATH = MOD(PATH*3 + 15, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 2) .EQ. 0) GO TO 100
      GO TO 200
  160 S = MOD(S*421 + 1048, 65521)
      PATH = MOD(PATH*3 + 16, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 2) .EQ. 0) GO TO 60
      GO TO 110
  170 S = MOD(S*421 + 863, 65521)
      PATH = MOD(PATH*3 + 17, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 3) - 1) 220, 30, 180
  180 S = MOD(S*421 + 1616, 65521)
      PATH = MOD(PATH*3 + 18, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 4) .EQ. 0) GO TO 110
  190 S = MOD(S*421 + 1017, 65521)
      PATH = MOD(PATH*3 + 19, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (S .GT. 60000) RETURN
      IF (MOD(S, 5) .LT. 2 .OR. S .LT. 9000) GO TO 150
  200 S = MOD(S*421 + 970, 65521)
      PATH = MOD(PATH*3 + 20, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 3) - 1) 20, 240, 230
  210 S = MOD(S*421 + 1325, 65521)
      PATH = MOD(PATH*3 + 21, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (S .GT. 60000) RETURN
      IF (MOD(S, 5) .LT. 2 .OR. S .LT. 9000) GO TO 220
  220 S = MOD(S*421 + 790, 65521)
      PATH = MOD(PATH*3 + 22, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 4) .EQ. 0) GO TO 10
  230 S = MOD(S*421 + 1251, 65521)
      PATH = MOD(PATH*3 + 23, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      IF (MOD(S, 3) - 1) 160, 20, 70
  240 S = MOD(S*421 + 264, 65521)
      PATH = MOD(PATH*3 + 24, 1000003)
      STEPS = STEPS + 1
      IF (STEPS .GE. 60) GO TO 900
      GO TO (130, 130, 160, 30), MOD(S, 6)
  900 PATH = -PATH
      END
