C     Alternate returns: RETURN k to a label of the caller, also out of
C     loops, past the labels, and from functions that call.
      PROGRAM ALTRET
      INTEGER I, K
      DO 50 I = -2, 4
      K = I
      CALL CHOOSE(K, *10, *20, *30)
      PRINT *, I, 'behind', K
      GO TO 50
   10 PRINT *, I, 'first', K
      GO TO 50
   20 PRINT *, I, 'second', K
      GO TO 50
   30 PRINT *, I, 'third', K
   50 CONTINUE
      K = 0
   60 K = K + 1
      CALL SEARCH(K, *60, 5)
      PRINT *, 'found', K
      CALL ONLY(*70)
      PRINT *, 'never'
   70 CALL PLAIN(*80)
      PRINT *, 'plain'
   80 IF (K .GT. 0) CALL CHOOSE(2, *90, *95, *90)
   90 PRINT *, 'never'
   95 PRINT *, 'end'
      END
      SUBROUTINE CHOOSE(K, *, *, *)
      INTEGER K
      IF (K .EQ. 0) RETURN
      IF (K .EQ. 1) THEN
        K = 100
        RETURN 1
      END IF
      RETURN K
      END
      SUBROUTINE SEARCH(K, *, LIMIT)
      INTEGER K, LIMIT
      IF (K .LT. LIMIT) RETURN 1
      END
      SUBROUTINE ONLY(*)
      RETURN 3 - 2
      END
      SUBROUTINE PLAIN(*)
      END
