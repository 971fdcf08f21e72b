C     A little machine with registers N, T and K and eight
C     instructions, chosen by a computed GO TO. Its program counts the
C     steps of N/2, 3*N + 1, ... until N is one, so that lanes with
C     different N are soon at different instructions.
C
      INTEGER FUNCTION STEPS(START)
      INTEGER START, N, T, K, PC
      INTEGER CODE(8), ARG(8)
      DATA CODE /1, 2, 3, 7, 4, 5, 6, 8/
      DATA ARG  /0, 5, 0, 6, 0, 1, 1, 0/
      N = START
      T = 0
      K = 0
      PC = 0
   10 PC = PC + 1
      GO TO (11, 12, 13, 14, 15, 16, 17, 18), CODE(PC)
C     1: T is the parity of N
   11 T = N - 2*(N/2)
      GO TO 10
C     2: jump if T is zero
   12 IF (T .EQ. 0) PC = ARG(PC) - 1
      GO TO 10
C     3: N is tripled, plus one
   13 N = 3*N + 1
      GO TO 10
C     4: N is halved
   14 N = N/2
      GO TO 10
C     5: K counts
   15 K = K + ARG(PC)
      GO TO 10
C     6: jump unless N is one
   16 IF (N .NE. 1) PC = ARG(PC) - 1
      GO TO 10
C     7: jump
   17 PC = ARG(PC) - 1
      GO TO 10
C     8: halt
   18 STEPS = K
      RETURN
      END
