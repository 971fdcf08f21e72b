! test: kernel model
! test: init call loadc(3, 0.25d0)
! test: init call tselec([1., 0., -1., 2.])
! test: init call meters(.true.)
! test: init call title('ab', 7)
! test: init call count
! test: init call count
C     What initialising calls leave is where each row starts: switches and
C     a table in COMMON, SAVE variables, the parts of an area that units
C     see as different types. TSELEC and LOADC are called by the rows,
C     too, but for the flags that say that they have been.
      SUBROUTINE MODEL(X, N, Y, K)
      DOUBLE PRECISION X, Y, C, SERIES
      INTEGER N, K, I
      COMMON /CSW/ SW(4), ISW
      COMMON /METSEL/ IMR
      COMMON /TABLE/ C(40), NC
      REAL SV(4)
      DATA SV /4*1.0/
      IF (ISW .NE. 64999) CALL TSELEC(SV)
      IF (NC .EQ. 0) CALL LOADC(40, 1D0)
      Y = SERIES(X)*SW(2 + MOD(ABS(N), 2))
      IF (SW(4) .GT. 1.5) Y = Y + SW(1)
      IF (IMR .EQ. 1) Y = Y*100
      CALL NEXT(N, K)
      CALL MIXED(K, Y)
      END
      DOUBLE PRECISION FUNCTION SERIES(X)
      DOUBLE PRECISION X, C
      COMMON /TABLE/ C(40), NC
      SERIES = 0
      DO 10 I = NC, 1, -1
   10 SERIES = SERIES*X + C(I)
      END
      SUBROUTINE LOADC(N, FIRST)
      DOUBLE PRECISION C, FIRST
      COMMON /TABLE/ C(40), NC
      NC = N
      C(1) = FIRST
      DO 10 I = 2, N
   10 C(I) = C(I - 1)/I + SQRT(C(I - 1))
      END
      SUBROUTINE TSELEC(SV)
      REAL SV(4)
      COMMON /CSW/ SW(4), ISW
      DO 10 I = 1, 4
   10 SW(I) = SV(I)
      ISW = 64999
      END
      SUBROUTINE METERS(METER)
      LOGICAL METER
      COMMON /METSEL/ IMR
      IMR = 0
      IF (METER) IMR = 1
      END
C     Rows change this; each begins with what the calls left.
      SUBROUTINE NEXT(N, K)
      INTEGER LAST(3)
      SAVE LAST, CALLS
      INTEGER CALLS
      DATA LAST, CALLS /3*5, 10/
      ENTRY COUNT
      CALLS = CALLS + 1
      LAST(MOD(CALLS, 3) + 1) = CALLS*CALLS
      IF (CALLS .LE. 12) RETURN
      K = LAST(1) + 10*LAST(2) + 100*LAST(3) + N
      END
      SUBROUTINE TITLE(TEXT, I)
      CHARACTER*(*) TEXT
      CHARACTER*6 NAME
      LOGICAL HAS
      DOUBLE PRECISION D
      COMMON /MIX/ D, HAS, J, NAME
      NAME = TEXT//'cd'
      HAS = LEN(TEXT) .EQ. 2
      J = I
      D = I/3D0
      END
      SUBROUTINE MIXED(K, Y)
      DOUBLE PRECISION Y
      CHARACTER*6 NAME
      INTEGER D(2)
      COMMON /MIX/ D, IHAS, J, NAME
      K = K + MOD(D(1), 1000) + MOD(D(2), 1000) + 7*IHAS + J
      Y = Y + ICHAR(NAME(3:3)) + ICHAR(NAME(5:5))
      END
