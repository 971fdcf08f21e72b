C     A computed GO TO whose cases fall into the next: the end of a case's scope is where the lanes that jumped to it
C     meet those that fell into it.
      INTEGER FUNCTION F(K)
      INTEGER K
      F = 0
      GO TO (10, 20, 30), K
      F = -1
      GO TO 40
   10 F = F + 100
   20 F = F + 10
   30 F = F + 1
   40 CONTINUE
      END
