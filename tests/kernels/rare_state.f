! test: kernel rare
C     What only a handler assigns is not restored before each gang, but
C     after a gang that ran it: rows that come after one that did begin
C     with its initial values all the same, in memory that another unit
C     reads, in arrays handed on to be assigned, and after rows that fail.
      DOUBLE PRECISION FUNCTION RARE(K, X)
      INTEGER K, STATE, DEPTH
      DOUBLE PRECISION X, Y
      IF (MOD(K, 7) .EQ. 3) CALL HANDLE('odd one', K)
      IF (MOD(K, 67) .EQ. 5) CALL NOTE(K)
      IF (MOD(K, 131) .EQ. 66) CALL KEEP(K)
      CALL ALWAYS(K, Y)
      RARE = X + STATE() + Y
      IF (MOD(K, 97) .EQ. 50) CALL HANDLE('stop', -K)
      IF (MOD(K, 41) .EQ. 9) RARE = RARE + 0.5D0*DEPTH(MOD(K, 5))
      END
C     It counts, keeps a text, and stops if the number is negative.
      SUBROUTINE HANDLE(TEXT, K)
      CHARACTER*(*) TEXT
      INTEGER K, COUNT, LAST(3)
      CHARACTER*12 LINE
      COMMON /ERRORS/ COUNT, LAST, LINE
      COUNT = COUNT + 1
      WRITE (LINE, '(A, I5)') TEXT(1:4), K
      LAST(MOD(COUNT, 3) + 1) = LAST(MOD(COUNT, 3) + 1) + ABS(K)
      IF (K .LT. 0) STOP
      END
C     It hands static memory on to be assigned.
      SUBROUTINE NOTE(K)
      INTEGER K, COUNT, LAST(3), OWN(4)
      CHARACTER*12 LINE
      COMMON /ERRORS/ COUNT, LAST, LINE
      SAVE OWN
      DATA OWN /4*10/
      CALL ADD(OWN, 4, K)
      CALL ADD(LAST, 3, OWN(1))
      COUNT = COUNT + OWN(4)
      END
      SUBROUTINE ADD(A, N, K)
      INTEGER N, A(N), K, I
      DO 10 I = 1, N
   10 A(I) = A(I) + K
      END
C     It has an array that lives from call to call.
      SUBROUTINE KEEP(K)
      INTEGER K, COUNT, LAST(3), I
      CHARACTER*12 LINE
      INTEGER, ALLOCATABLE, SAVE :: KEPT(:)
      COMMON /ERRORS/ COUNT, LAST, LINE
      DO 10 I = 1, 2
      IF (ALLOCATED(KEPT)) THEN
      COUNT = COUNT + 1000*SIZE(KEPT)
      ELSE
      ALLOCATE (KEPT(I + 2))
      KEPT = K
      END IF
   10 CONTINUE
      LAST(1) = LAST(1) + SUM(KEPT)
      END
C     Every row runs it.
      SUBROUTINE ALWAYS(K, Y)
      INTEGER K, CALLS
      DOUBLE PRECISION Y
      SAVE CALLS
      DATA CALLS /3/
      CALLS = CALLS + MOD(K, 2)
      Y = 0.25D0*CALLS
      END
      INTEGER FUNCTION STATE()
      INTEGER COUNT, LAST(3)
      CHARACTER*12 LINE
      COMMON /ERRORS/ COUNT, LAST, LINE
      STATE = COUNT*100 + LAST(1) + 2*LAST(2) + 3*LAST(3)
      IF (LINE(1:3) .EQ. 'odd') STATE = STATE + ICHAR(LINE(9:9))
      END
      RECURSIVE INTEGER FUNCTION DEPTH(N) RESULT(M)
      INTEGER N, TIMES
      SAVE TIMES
      DATA TIMES /0/
      TIMES = TIMES + 1
      M = TIMES
      IF (N .GT. 0) M = M + DEPTH(N - 1)
      END
      BLOCK DATA
      INTEGER COUNT, LAST(3)
      CHARACTER*12 LINE
      COMMON /ERRORS/ COUNT, LAST, LINE
      DATA COUNT, LAST, LINE /7, 1, 2, 3, 'none'/
      END
