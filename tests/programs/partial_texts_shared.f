C     Texts in COMMON and EQUIVALENCE of which DATA gives a part have blanks for the rest, as others have; texts of which it
C     gives nothing are zeros. Shown are the codes.
      BLOCK DATA
      CHARACTER*8 A, B(3), C
      CHARACTER*5 D
      COMMON /X/ A, B, C, D
      DATA A(3:4) /'ab'/, B(2) /'xyz'/, D(1:1) /'q'/
      END
      PROGRAM P
      CHARACTER*8 A, B(3), C, E, F(2), H
      CHARACTER*5 D
      COMMON /X/ A, B, C, D
      COMMON /Y/ E, F, H
      DATA E(2:3) /'cd'/, F(1)(8:8) /'z'/
      CALL SHOW(A, 8)
      CALL SHOW(B, 24)
      CALL SHOW(C, 8)
      CALL SHOW(D, 5)
      CALL SHOW(E, 8)
      CALL SHOW(F, 16)
      CALL SHOW(H, 8)
      CALL T
      END
      SUBROUTINE SHOW(S, N)
      CHARACTER*1 S(N)
      PRINT '(26I4)', (ICHAR(S(I)), I = 1, N)
      END
      SUBROUTINE T
      CHARACTER*6 A, B(2), C
      INTEGER I(2)
      CHARACTER*8 J
      EQUIVALENCE (A, C(3:3)), (I, J)
      DATA A(2:2) /'a'/, B(1)(2:3) /'bc'/, I(1) /5/
      CALL SHOW(A, 6)
      CALL SHOW(B, 12)
      CALL SHOW(C, 6)
      CALL SHOW(J, 8)
      END
