C     READ with formats and list-directed, of every type, to variables, elements and whole arrays.
      PROGRAM FMTIN
      INTEGER I, J, K(3), N, IOS
      INTEGER*8 BIG
      REAL X, Y, A(2,3)
      DOUBLE PRECISION D
      LOGICAL T, F
      READ(5,100) I, X, D, T
  100 FORMAT(I4,F6.2,D10.3,L2)
      PRINT *, I, X, D, T
      READ 110, K
  110 FORMAT(3I3)
      PRINT *, K
      READ(*,'(BZ,I5,BN,I5)') I, J
      PRINT *, I, J
      READ(5,*) A
      PRINT *, A
      READ *, I, X, T, F, BIG
      PRINT *, I, X, T, F, BIG
      K(1) = -1
      K(2) = -2
      K(3) = -3
      READ(*,*) K(1), K(2), K(3)
      PRINT *, K
      READ(*,*) (K(I), I=3,1,-1)
      PRINT *, K, I
      READ(*,*) N, (A(1,I), I=1,N)
      PRINT *, N, (A(1,I), I=1,N)
      READ(*,'(F8.3,I8)',IOSTAT=IOS) X, I
      PRINT *, IOS
      READ(*,'(2PF8.3,T1,0PF8.3)') X, Y
      PRINT *, X, Y
      READ(*,'(I3/I3)') I, J
      PRINT *, I, J
      READ(*,'(Z4,O4,B4)') I, J, N
      PRINT *, I, J, N
      READ(*,'(I5)',IOSTAT=IOS,ERR=90) I
      PRINT *, 'not here'
   90 PRINT *, 'error', IOS
      READ(*,*,IOSTAT=IOS) I, J
      PRINT *, 'error', IOS
      CALL COUNT
      READ(*,*,IOSTAT=IOS) I
      PRINT *, IOS
      END
      SUBROUTINE COUNT
      INTEGER N
      REAL X, S
      N = 0
      S = 0
   10 READ(5,*,END=20) X
      N = N + 1
      S = S + X
      GO TO 10
   20 PRINT '(1X,I3,F8.3)', N, S
      END
