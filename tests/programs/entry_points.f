C     ENTRY in subroutines and functions: other dummy arguments, results
C     of several types, adjustable arrays, variables that are kept.
      PROGRAM ENTRYS
      REAL V(3), AREA, PERIM, SUMALL, SUMSQ
      INTEGER COUNTR, LASTIN, K
      DOUBLE PRECISION DROOT
      LOGICAL ISBIG
      CALL SETUP(2.0, 3)
      CALL BUMP
      CALL BUMP
      CALL REPORT(K)
      PRINT *, K
      PRINT *, AREA(2.0, 3.0), PERIM(2.0, 3.0)
      V(1) = 1
      V(2) = 2
      V(3) = 4
      PRINT *, SUMALL(V, 3), SUMSQ(3, V), SUMSQ(2, V)
      PRINT *, COUNTR(5), ISBIG(5), DROOT(16D0), COUNTR(-1)
      PRINT *, LASTIN()
      CALL FIRST(*10, 1)
      PRINT *, 'never'
   10 CALL OTHERS(3, *30, *20)
      PRINT *, 'never'
   20 PRINT *, 'label 20'
   30 CALL FILL(V, 3)
      PRINT *, V
      CALL FILL1(V(2))
      PRINT *, V
      END
      SUBROUTINE SETUP(X, N)
      SAVE TOTAL, M
      TOTAL = X
      M = N
      RETURN
      ENTRY BUMP
      TOTAL = TOTAL*2
      M = M + 1
      RETURN
      ENTRY REPORT(K)
      PRINT *, TOTAL, M
      K = M
      END
      REAL FUNCTION AREA(A, B)
      REAL PERIM
      AREA = A*B
      RETURN
      ENTRY PERIM(A, B)
      PERIM = 2*(A + B)
      END
      REAL FUNCTION SUMALL(V, N)
      REAL V(N)
      S = 0
      DO 10 I = 1, N
   10 S = S + V(I)
      SUMALL = S
      RETURN
      ENTRY SUMSQ(N, V)
      SUMSQ = 0
      DO 20 I = 1, N
   20 SUMSQ = SUMSQ + V(I)**2
      END
      INTEGER FUNCTION COUNTR(I)
      LOGICAL ISBIG
      DOUBLE PRECISION DROOT, D
      SAVE N
      DATA N /100/
      N = N + I
      COUNTR = N
      RETURN
      ENTRY ISBIG(I)
      ISBIG = N .GT. 104 .AND. I .LT. 10
      RETURN
      ENTRY DROOT(D)
      DROOT = SQRT(D)
      END
      INTEGER FUNCTION LASTIN()
      ENTRY NEVER()
      LASTIN = 7
      END
      SUBROUTINE FIRST(*, I)
      IF (I .EQ. 1) RETURN 1
      ENTRY OTHERS(J, *, *)
      PRINT *, 'in others', J
      RETURN J - 1
      END
      SUBROUTINE FILL(A, N)
      REAL A(N), B(*)
      DO 10 I = 1, N
   10 A(I) = 10*I
      RETURN
      ENTRY FILL1(B)
      B(1) = 0.5
      B(2) = 0.25
      END
