C     Variables are passed where procedures take others, which they do not
C     call then: an option says so, as in libraries of linear algebra.
C     The whole program was refused.
      PROGRAM UNCALL
      LOGICAL PICK, L
      REAL X, A(3)
      EXTERNAL LARGE
      LOGICAL LARGE
      X = 2.5
      L = .TRUE.
      A(1) = 1
      CALL COUNT('N', PICK, 3)
      CALL COUNT('N', X, 4)
      CALL COUNT('N', A, 5)
      CALL COUNT('N', A(2), 6)
      CALL COUNT('S', LARGE, 3)
      CALL COUNT('S', LARGE, 7)
      CALL OUTER('N', L, 8)
      CALL OUTER('S', LARGE, 9)
      END
      SUBROUTINE OUTER(JOB, SELECT, N)
      CHARACTER JOB
      LOGICAL SELECT
      EXTERNAL SELECT
      INTEGER N
      CALL COUNT(JOB, SELECT, N)
      CALL COUNT('N', SELECT, -N)
      END
      SUBROUTINE COUNT(JOB, SELECT, N)
      CHARACTER JOB
      LOGICAL SELECT
      EXTERNAL SELECT
      INTEGER N
      IF (JOB .EQ. 'S') THEN
        IF (SELECT(N)) PRINT *, 'SELECTED'
      END IF
      PRINT *, JOB, N
      END
      LOGICAL FUNCTION LARGE(N)
      INTEGER N
      LARGE = N .GT. 5
      END
