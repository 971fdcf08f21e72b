C     Jumps into and out of loops and blocks, as old programs have them.
      PROGRAM JUMPS
      INTEGER I, J, N
      N = 0
C     The extended range of a DO: out of the loop and back.
      DO 10 I = 1, 4
      IF (I .EQ. 2) GO TO 100
      N = N + I
   10 CONTINUE
      PRINT *, 'extended range', I, N
      GO TO 200
  100 N = N + 100
      IF (N .GT. 200) N = N + 1
      GO TO 10
C     Into the arms of a block IF.
  200 J = 0
  210 J = J + 1
      IF (J .EQ. 1) GO TO 220
      IF (J .EQ. 2) GO TO 230
      IF (J .EQ. 3) GO TO 240
      IF (N .GT. 0) THEN
        PRINT *, 'first arm by its condition', J
  220   PRINT *, 'first arm', J
      ELSE IF (N .LT. -5) THEN
        PRINT *, 'second arm by its condition', J
  230   PRINT *, 'second arm', J
        IF (J .EQ. 2) GO TO 210
      ELSE
        PRINT *, 'third arm by its condition', J
  240   PRINT *, 'third arm', J
      END IF
      IF (J .LT. 5) GO TO 210
C     Backwards over two loops.
      N = 0
  300 N = N + 1
      DO 320 I = 1, 3
      DO 310 J = 1, 3
      IF (I*J .EQ. 4 .AND. N .LT. 3) GO TO 300
      IF (I*J .EQ. 6) GO TO 330
  310 CONTINUE
  320 CONTINUE
  330 PRINT *, 'out of two', I, J, N
C     Two loops that enter each other.
      I = 0
      IF (N .EQ. 3) GO TO 410
  400 I = I + 1
      PRINT *, 'at 400', I
      IF (I .GT. 6) GO TO 420
  410 I = I + 2
      PRINT *, 'at 410', I
      IF (I .LT. 9) GO TO 400
  420 PRINT *, 'done', I
      IF (I .EQ. 8) GO TO 500
      IF (I .GT. 0) THEN
        I = 8
        GO TO 500
  500 END IF
      PRINT *, 'behind the block', I
      END
