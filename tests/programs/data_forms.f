C     DATA: repeats, lists, signs, kinds, implied DO, parts of arrays.
      PROGRAM FORMS
      INTEGER I, J, K(5), M(2, 3), N(0:4), L
      REAL X, Y, Z, W(6)
      DOUBLE PRECISION D, E
      LOGICAL P, Q(3)
      INTEGER TWO
      PARAMETER (TWO = 2)
      DATA I, J /-3, +4/, X /1.5E2/
      DATA K /5*7/
      DATA M /1, 2, 3*-1, 6/
      DATA (N(L), L = 0, 4, 2) /3*9/, N(1), N(3) /TWO*2/
      DATA Y, Z, D, E /1, -2.5, 1.25D0, 0.1/
      DATA W /TWO*0.5, 2*-0.5, 1.0, 2.0/
      DATA P, Q /.TRUE., 2*.FALSE., .TRUE./
      PRINT *, I, J, X
      PRINT *, K
      PRINT *, M
      PRINT *, N
      PRINT *, Y, Z, D, E
      PRINT *, W
      PRINT *, P, Q
      CALL MORE
      CALL MORE
      END
      SUBROUTINE MORE
      INTEGER A(3, 3), I, J, COUNT
      DATA ((A(I, J), I = 1, 3), J = 1, 3) /1, 2, 3, 4, 5, 6, 7, 8, 9/
      DATA COUNT /10/
      COUNT = COUNT + 1
      A(2, 2) = A(2, 2)*2
      PRINT *, COUNT, A
      END
