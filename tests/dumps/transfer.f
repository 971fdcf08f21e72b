! test: dump cfg
! test: dump ssa
      PROGRAM MOVE
      INTEGER N, I, IOS
      REAL A(10), X
      X = 1.5
      READ(5,10,END=20,IOSTAT=IOS) N, X
   10 FORMAT(I5,F10.2)
      READ(5,*) (A(I), I=1,N)
      WRITE(6,'(1X,5F8.3)') X, (A(I), I=1,N)
   20 PRINT *, IOS, A
      END
