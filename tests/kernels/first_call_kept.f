! test: kernel edges
C     What looks like initialisation at the first call, but of which a row
C     sees that it happens, or when: it stays where it is.
      SUBROUTINE EDGES(X, N, A, B, C, D, E, F, G, H, P, Q)
      DOUBLE PRECISION X, A, B, C, D, E, F, G, H, P, Q, EARLY, SCALED,
     &  FITTED, DRIFTS, SEEN, LATE, PEEK, INIT, TWICE, USES, SOME, BOTH
      DOUBLE PRECISION Y, V
      COMMON /VIEW/ V
      INTEGER N, I
      A = 0
      B = 0
      C = 0
      D = 0
      E = V
      F = 0
      G = 0
      H = 0
      P = 0
      Q = 0
      DO 10 I = 1, N
      Y = X*I
      A = A + EARLY(Y)
      B = B + SCALED(Y)
      IF (MOD(I, 3) .EQ. 0) CALL AGAIN(Y)
      C = C + FITTED(Y)
      D = D + DRIFTS(Y)
      IF (Y .GT. 2) E = E + LATE(Y)
      E = E + SEEN(Y)
      F = F + PEEK(Y)
      IF (I .EQ. 2) F = F + INIT(Y)
      G = G + TWICE(Y)
      H = H + USES(Y)
      IF (N .GT. 5) P = P + SOME(Y)
      Q = Q + BOTH(Y, I)
   10 CONTINUE
      END
C     Reads its table before it asks: that is what DATA says at first.
      DOUBLE PRECISION FUNCTION EARLY(X)
      DOUBLE PRECISION X, T
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./, T /100D0/
      EARLY = T*X
      IF (FIRST) THEN
        T = SQRT(2D0)
        FIRST = .FALSE.
      ENDIF
      EARLY = EARLY + T
      END
C     AGAIN sets the flag back, and what the initialisation depends on.
      BLOCK DATA
      COMMON /SIZES/ FACTOR, S, FIRST
      DOUBLE PRECISION FACTOR, S, V
      LOGICAL FIRST
      COMMON /VIEW/ V
      DATA FACTOR /3D0/, FIRST /.TRUE./, V /0.125D0/
      END
      DOUBLE PRECISION FUNCTION SCALED(X)
      COMMON /SIZES/ FACTOR, S, FIRST
      DOUBLE PRECISION FACTOR, S, X
      LOGICAL FIRST
      IF (FIRST) THEN
        S = FACTOR*FACTOR
        FIRST = .FALSE.
      ENDIF
      SCALED = S + X
      END
      SUBROUTINE AGAIN(X)
      COMMON /SIZES/ FACTOR, S, FIRST
      DOUBLE PRECISION FACTOR, S, X
      LOGICAL FIRST
      FACTOR = X
      FIRST = .TRUE.
      END
C     The first argument decides.
      DOUBLE PRECISION FUNCTION FITTED(X)
      DOUBLE PRECISION X, T
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
        T = X + 1
        FIRST = .FALSE.
      ENDIF
      FITTED = T*X
      END
C     What is initialised changes later on: no constant, but done once.
      DOUBLE PRECISION FUNCTION DRIFTS(X)
      DOUBLE PRECISION X, T(3)
      INTEGER I
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
        DO 10 I = 1, 3
   10   T(I) = 1D0/I
        FIRST = .FALSE.
      ENDIF
      DRIFTS = T(1) + T(2)*X
      T(2) = T(2) + T(3)
      END
C     LATE is called for some rows only, SEEN for all, and the kernel looks
C     before both.
      DOUBLE PRECISION FUNCTION LATE(X)
      DOUBLE PRECISION X, V
      COMMON /VIEW/ V
      LOGICAL FIRST
      SAVE FIRST
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
        CALL LOOK
        FIRST = .FALSE.
      ENDIF
      LATE = V*X
      END
      SUBROUTINE LOOK
      DOUBLE PRECISION V
      COMMON /VIEW/ V
      V = 7D0
      END
      DOUBLE PRECISION FUNCTION SEEN(X)
      DOUBLE PRECISION X, V
      COMMON /VIEW/ V
      SEEN = V - X
      END
C     One entry asks, the other one looks all the same.
      DOUBLE PRECISION FUNCTION INIT(X)
      DOUBLE PRECISION X, PEEK, T
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./, T /1D0/
      IF (FIRST) THEN
        T = EXP(1D0)
        FIRST = .FALSE.
      ENDIF
      INIT = T*X
      RETURN
      ENTRY PEEK(X)
      PEEK = T + X
      END
C     Returns before the flag is set: the next call does it again.
      DOUBLE PRECISION FUNCTION TWICE(X)
      DOUBLE PRECISION X, T
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./, T /1D0/
      IF (FIRST) THEN
        T = T*3
      ENDIF
      TWICE = T
      IF (X .LT. 1.5D0) RETURN
      FIRST = .FALSE.
      TWICE = T + X
      END
C     A local variable of the initialisation is used behind it.
      DOUBLE PRECISION FUNCTION USES(X)
      DOUBLE PRECISION X, T, Z
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./
      Z = X
      IF (FIRST) THEN
        Z = COS(1D0)
        T = Z*2
        FIRST = .FALSE.
      ENDIF
      USES = T + Z
      END
C     The initialisation ends the program.
      DOUBLE PRECISION FUNCTION SOME(X)
      DOUBLE PRECISION X, T
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
        T = 1
        IF (SQRT(T) .LT. 2) STOP 4
        FIRST = .FALSE.
      ENDIF
      SOME = T*X
      END
C     The argument decides when it is done.
      DOUBLE PRECISION FUNCTION BOTH(X, I)
      DOUBLE PRECISION X, T
      INTEGER I
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./, T /0.5D0/
      IF (FIRST .AND. I .GT. 2) THEN
        T = TAN(1D0)
        FIRST = .FALSE.
      ENDIF
      BOTH = T - X
      END
