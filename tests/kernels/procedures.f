! test: kernel mainp
C     Procedures as arguments, entries, alternate returns, assigned GO TO
C     and statement functions, taken by each row in its own way.
      SUBROUTINE MAINP(X, N, Y, K)
      REAL X, Y, APPLY, SQUARE, CUBE, SCALED, SHIFTD, H, T
      INTEGER N, K, NEXT, I
      EXTERNAL SQUARE, CUBE, SCALED
      INTRINSIC SIN, ABS
      H(T) = T/2 + SQUARE(T)
      K = 0
      Y = 0
      IF (MOD(N, 3) .EQ. 0) THEN
        Y = APPLY(SQUARE, X) + APPLY(SIN, X)
      ELSE IF (MOD(N, 3) .EQ. 1) THEN
        Y = APPLY(CUBE, X)
      ELSE
        Y = APPLY(SCALED, X) + SHIFTD(X, 0.5)
      END IF
      ASSIGN 10 TO NEXT
      IF (N .GT. 5) ASSIGN 30 TO NEXT
      DO 40 I = 1, N
      GO TO NEXT, (10, 20, 30)
   10 K = K + 1
      ASSIGN 20 TO NEXT
      GO TO 40
   20 K = K + 10
      IF (K .GT. 30) ASSIGN 30 TO NEXT
      GO TO 40
   30 K = K + 100
      ASSIGN 10 TO NEXT
   40 CONTINUE
      CALL CHOOSE(N, Y, *50, *60)
      K = K + 1000
      GO TO 70
   50 K = K + 2000
      GO TO 70
   60 K = K + 3000
      CALL ADDTO(Y)
   70 Y = Y + H(X) + H(REAL(K))
      END
      REAL FUNCTION APPLY(F, X)
      REAL F, X
      EXTERNAL F
      SAVE NCALLS
      DATA NCALLS /0/
      NCALLS = NCALLS + 1
      APPLY = F(X) + NCALLS
      END
      REAL FUNCTION SQUARE(X)
      SQUARE = X*X
      END
      REAL FUNCTION CUBE(X)
      CUBE = X**3
      END
      REAL FUNCTION SCALED(X)
      SCALED = 3*X
      RETURN
      ENTRY SHIFTD(X, S)
      SHIFTD = X + S
      END
      SUBROUTINE CHOOSE(N, Y, *, *)
      IF (Y .LT. 0) RETURN 1
      RETURN N
      END
      SUBROUTINE ADDTO(Y)
      Y = Y + 1
      RETURN
      ENTRY SUBTO(Y)
      Y = Y - 1
      END
