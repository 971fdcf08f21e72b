C     Named constants with dimensions of their own statements, before PARAMETER.
      PROGRAM OLD
      DIMENSION A(3), IB(2,2)
      CHARACTER*3 C(2)
      PARAMETER (A=(/1.,2.,3./), IB=RESHAPE((/1,2,3,4/),(/2,2/)))
      PARAMETER (C=(/'AB ','CDE'/))
      INTEGER X(IB(2,2)), Q(2)
      DATA X /4*0/, Q(IB(1,1)), Q(IB(2,1)) /IB(1,2), 7/
      DO 10 I = 1, 3
 10   PRINT *, A(I), A(4-I)
      PRINT *, C, C(2)(1:2), SIZE(X), Q
      S = 0
      DO 20 J=1,2
      DO 20 I=1,2
 20   S = S + IB(I,J)*A(I)
      PRINT *, S
      END
