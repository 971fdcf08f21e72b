C     Loops that nothing leaves, and some that only look like it.
      SUBROUTINE ROUND(N, X)
      INTEGER N, I
      DOUBLE PRECISION X
      I = 0
C     The shortest one.
      IF (N .EQ. 1) THEN
   10   GO TO 10
      END IF
C     Two loops in one: the outer one is told.
      IF (N .EQ. 2) THEN
   20   I = I + 1
   30   X = X*0.5D0
        IF (X .GT. 1D0) GO TO 30
        GO TO 20
      END IF
C     A condition that always holds, and no EXIT.
      IF (N .EQ. 3) THEN
        DO WHILE (.TRUE.)
          I = I + 1
          IF (I .GT. 100) I = 0
        END DO
      END IF
C     What is called may stop, and a file ends.
      IF (N .EQ. 4) THEN
   40   CALL STEP(X)
        GO TO 40
      END IF
      IF (N .EQ. 5) THEN
   50   READ (*, *) X
        GO TO 50
      END IF
C     RETURN and EXIT lead out.
      DO
        I = I + 1
        IF (I .GT. 10) EXIT
      END DO
   60 IF (I .LT. 0) RETURN
      I = I - 1
      GO TO 60
      END
