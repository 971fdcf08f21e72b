! test: kernel bounds
! test: array t = 10 20 30 40 50
! test: check bounds
C     Lanes whose index is out of bounds fail alone: of a shared array,
C     of a local array, of an array of two dimensions.
      INTEGER FUNCTION BOUNDS(T, K, J)
      INTEGER T(5), K, J, L(-1:2), M(2, 3), I
      DO 10 I = -1, 2
   10 L(I) = I*I
      M(1, 1) = 1
      M(2, 1) = 2
      M(1, 2) = 3
      M(2, 2) = 4
      M(1, 3) = 5
      M(2, 3) = 6
      BOUNDS = 0
      IF (J .GE. 3) GO TO 20
      BOUNDS = T(K)
      IF (J .EQ. 2) GO TO 30
      BOUNDS = BOUNDS + L(J)
      L(K - 2) = BOUNDS
      RETURN
   20 BOUNDS = M(K, J - 2)
   30 DO 40 I = 1, K
      BOUNDS = BOUNDS + T(I)
      IF (BOUNDS .GT. 120) RETURN
   40 CONTINUE
      END
