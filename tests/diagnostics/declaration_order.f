C     Declarations that come too late, or twice.
      SUBROUTINE LATE
      DATA X /1.0/, A(1) /2.0/, (B(I), I = 1, 2) /2*0.0/
      INTEGER X
      DIMENSION A(3)
      REAL B(2)
      END
      SUBROUTINE NONE
      IMPLICIT NONE
      IMPLICIT REAL (A-H)
      END
      SUBROUTINE TWICE
      IMPLICIT NONE
      IMPLICIT NONE
      END
      SUBROUTINE WAYS(X)
      REAL X
      INTENT(IN) X
      INTENT(OUT) X
      END
