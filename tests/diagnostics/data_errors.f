      SUBROUTINE DATAS
      INTEGER I, J, K(3)
      LOGICAL P
      REAL X
      DATA I /1.5/, J /.TRUE./, P /1/
      DATA K /1, 2/
      DATA X /1.0, 2.0/
      DATA K(4) /7/
      DATA (K(L), L = 1, 5) /5*0/
      DATA Q /N*1/
      DATA I /3/, I /4/
      END
