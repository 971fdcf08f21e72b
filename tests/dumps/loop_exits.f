! test: dump loops
! test: dump loops --format=full
! test: dump loops --format=json
! test: dump loops --unit NONE
C     A loop with two entries and two exits; what its trips depend on is
C     composed over an iteration.
      SUBROUTINE FIND(X, LIMIT, K)
      DOUBLE PRECISION X, S
      INTEGER LIMIT, K
      S = 0D0
      K = 0
      IF (LIMIT .GT. 100) GO TO 10
      K = 1
    5 K = K + 1
   10 K = K + 1
      S = S + 1D0/K
      IF (S .GT. X) RETURN
      IF (K .LT. LIMIT) GO TO 5
      K = -1
      END

      SUBROUTINE NONE(K)
      K = K + 1
   10 K = K + 1
      GO TO 10
      END
