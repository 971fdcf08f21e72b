C     WRITE and PRINT with formats: labels, constants, implied DOs, reversion, scale factors, tabs.
      PROGRAM FMTOUT
      INTEGER I, J, K(6), L(2,3)
      INTEGER*8 BIG
      REAL X, Y(4)
      DOUBLE PRECISION D, A(2,3)
      LOGICAL T
      DATA K/1, -22, 333, -4444, 55555, 0/
      DATA A/1D0, -2.5D0, 3.25D0, 1D10, 1D-10, 0D0/
      DATA Y/0.5, -1.25, 1E10, 1E-10/
      I = 12345
      BIG = 9876543210_8
      X = 3.14159274
      D = 2.718281828459045D0
      T = .TRUE.
      WRITE(6,100) I, X, D, T, 'text'
  100 FORMAT(' I=',I6,' X=',F10.4,' D=',D20.12,' T=',L3,2X,A8,'|')
      WRITE(*,FMT=110) K
  110 FORMAT(1X,3I6)
      WRITE(UNIT=6,FMT=120) (I, K(I), I=1,6)
  120 FORMAT(1X,2(I2,':',I6,2X))
      WRITE(6,130) ((A(I,J), J=1,3), I=1,2)
  130 FORMAT(1P,3E15.6)
      PRINT 140, Y, Y
  140 FORMAT(4G12.4/4(1X,E11.3E3))
      PRINT '(1X,5(F8.2,:,'',''))', Y(1), Y(2), X
      PRINT '(T10,A,T3,A,TR3,A,TL5,A)', 'ten', 'three', 'on', 'left'
      PRINT '(SP,I5,SS,I5,S,I5)', 1, 2, 3
      PRINT '(I8.5,Z10.8,O12,B20.12)', 77, 77, 77, 77
      PRINT '(EN12.3,ES12.3,G0)', 12345.678, 0.00012345, 'x'
      PRINT '(2PF10.3,-1PE12.4,0PF8.2)', X, X, X
      PRINT '(3HABC,1X,5HHELLO/''it''''s'')'
      PRINT '(I20,I3)', BIG, 1234
      PRINT '(F0.3,1X,F5.1,1X,F3.1,1X,I0)', X, 1000.0, -1000.0, -7
      PRINT '(A,A3,A10,''|'')', 'abc', 'abcdef', 'right'
      PRINT '(*(I3,'',''))', (I, I=1,5)
      PRINT 150
  150 FORMAT(' no items',/,' two lines')
      PRINT *, (K(I), I=1,3), (X*I, I=1,2)
      WRITE(*,*) 'list', K, A
      WRITE(*,'(I5,$)') 1
      WRITE(*,'(I5)') 2
      DO 20 I = 1, 2
      DO 20 J = 1, 3
   20 L(I,J) = 10*I + J
      WRITE(6,160) ((L(I,J), J=1,3), I=1,2)
  160 FORMAT(3(1X,I4))
      WRITE(6,'(1X,I4)') L
      ASSIGN 170 TO LABEL
      WRITE(6,LABEL) 1.5
  170 FORMAT(' assigned',F6.2)
      ASSIGN 180 TO LABEL
      PRINT LABEL, 1.5
  180 FORMAT(' again',E12.4)
      CALL SUB(Y, 4, L)
      END
      SUBROUTINE SUB(V, N, M)
      INTEGER N, M(2,*), I
      REAL V(N)
      PRINT '(4F14.3)', V
      PRINT *, V
      WRITE(*,'(6I4)') (M(1,I), M(2,I), I=1,3)
      END
