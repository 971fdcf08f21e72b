! test: dump cfg
C     Entry points with other dummy arguments and results of two types,
C     one of which uses an argument that it may not have.
      REAL FUNCTION AREA(A, B)
      REAL A, B, V(N)
      LOGICAL BIG
      AREA = A*B
   10 IF (AREA .LT. 0) AREA = -B
      RETURN
      ENTRY BIG(A, V, N)
      BIG = A .GT. V(N)
      IF (BIG) GO TO 10
      END
      SUBROUTINE TWO(I, *, *)
      RETURN I
      ENTRY ONE
      END
