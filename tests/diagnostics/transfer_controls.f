C     What READ, WRITE and PRINT can't say, or can't say yet.
      PROGRAM BAD
      INTEGER IA(3)
      WRITE(6,30) 1
      WRITE(6,*,ADVANCE='NO') 1
      READ(5,*,END=99) X
      WRITE(6,*,ERR='X') X
      WRITE(X) 1
      WRITE(6) 1
      WRITE(9,*) X
      WRITE(6,*,IOSTAT=X) X
      WRITE(6,IA) X
      READ(5,*) 3
      READ(5,*,IOSTAT=I,IOSTAT=J) X
      WRITE(FMT=*) X
      PRINT *, (X, I = 1, 2, 0)
      END
