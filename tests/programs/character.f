C     CHARACTER variables: assignment, substrings, concatenation, relations.
      PROGRAM CHARS
      CHARACTER*8 A, B*3, C
      CHARACTER D, E*(5)
      CHARACTER*4 T(3), M(2,2)*2
      INTEGER I, J, N
      A = 'ABCDEFGHIJ'
      B = 'X'
      C = A
      D = 'QRS'
      E = B // D // '''' // "it's"
      PRINT *, A, '|', B, '|', C, '|', D, '|', E, '|'
C     Substrings on both sides, with overlap.
      A(2:4) = '12'
      PRINT *, A
      A(3:) = A(1:6)
      PRINT *, A
      A(:6) = A(3:8)
      PRINT *, A
      A = A(2:2) // A(1:1) // A
      PRINT *, A
      I = 3
      J = 6
      PRINT *, A(I:J), '[', A(I+1:I), ']', A(I:I), A(J-1:)
      A(J:J) = '!'
      PRINT *, A
C     Arrays of strings.
      DO 10 I = 1, 3
         T(I) = 'S' // CHAR(ICHAR('0') + I) // A(1:I)
   10 CONTINUE
      PRINT *, T
      T(2)(2:3) = T(3)
      PRINT *, T(1), T(2), T(3)
      DO 20 I = 1, 2
         DO 20 J = 1, 2
            M(I,J) = CHAR(64 + I) // CHAR(64 + J)
   20 CONTINUE
      PRINT *, M(1,1), M(2,1), M(1,2), M(2,2)
C     Relations of unequal lengths.
      PRINT *, 'AB' .EQ. 'AB   ', B .EQ. 'X', B .LT. 'XA', B .GE. 'W'
      PRINT *, A .NE. C, T(1) .GT. T(2), D .LE. 'Q', 'a' .LT. 'B'
      PRINT *, LGE(B, 'X'), LGT('B', 'A'), LLE(A, C), LLT(A, C)
      IF (B .EQ. 'X' .AND. D .EQ. 'Q') PRINT *, 'both'
      IF (B // D .EQ. 'X  Q') PRINT *, 'joined'
C     Functions.
      PRINT *, LEN(A), LEN(B), LEN(T(2)), LEN(T), LEN(A // B), LEN('')
      PRINT *, INDEX('BANANA', 'AN'), INDEX(A, '!'), INDEX(A, 'none')
      PRINT *, ICHAR('A'), ICHAR(A(1:1)), CHAR(90)
      N = 0
   30 N = N + 1
      IF (A(N:N) .NE. '!' .AND. N .LT. LEN(A)) GO TO 30
      PRINT *, N
      END
