C     Continuation: inside of words, numbers and text; comments between;
c     what stands behind column 72 is not seen.
      PROGRAM LONG
      INTEGER I, J, NUMBER
      NUM
     1BER = 12
     2 34
     3     5
      I = NUMBER +
C     a comment between
*     another, and an empty line

     + 1 +
     & 2
      PRINT *, NUMBER, I
      PRINT *, 'text that goes on to the end of the line in column 72 anSEQ00010
     1d then some more', I
      J = 5                                                             *1000
      PRINT *, J; I = 7; PRINT *, I ! a comment
      PRINT *, 'it''s', "say ""so""", 'a!b'
	I = 9
	PRINT *,
	1 I, J
   10 IF (I .EQ. 9) T
     1HEN
        PRINT *, 'then'
      E
     1ND IF
      IF (I .LT. 12) THEN
        I = I + 1
        GO TO
     110
      END IF
      PRINT *, I
      END
