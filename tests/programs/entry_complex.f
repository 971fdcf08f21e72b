C     COMPLEX in units with ENTRY, in statement functions, and in
C     procedures that are arguments.
      PROGRAM P
      COMPLEX Z, W, CSQ, CENT, CE2
      REAL RE3
      EXTERNAL CSQ, CENT
      INTRINSIC CABS, CSQRT
      W(Z) = Z*Z + 1
      Z = (1.0, 2.0)
      CALL PC(W(Z))
      CALL PC(W((0.0,1.0)))
      CALL ZAP(CSQ, Z)
      CALL ZAP(CENT, Z)
      CALL ZAPR(CABS, Z)
      CALL ZAP(CSQRT, Z)
      CALL PC(CENT(Z))
      CALL PC(CE2(Z,3))
      CALL ZS(Z)
      CALL PC(Z)
      CALL ZT(Z, 3)
      CALL PC(Z)
      END
      COMPLEX FUNCTION CSQ(Z)
      COMPLEX Z
      CSQ = Z*Z
      END
      SUBROUTINE ZAP(F, Z)
      COMPLEX F, Z
      CALL PC(F(F(Z)))
      END
      SUBROUTINE ZAPR(F, Z)
      COMPLEX Z
      PRINT *, F(Z)
      END
      COMPLEX FUNCTION CENT(Z)
      COMPLEX Z, CE2
      CENT = Z + 1
      RETURN
      ENTRY CE2(Z, N)
      CE2 = Z**N
      END
      SUBROUTINE ZS(Z)
      COMPLEX Z
      Z = Z*(0.0, 1.0)
      RETURN
      ENTRY ZT(Z, N)
      DO 10 I = 1, N
   10 Z = Z + I
      END
      SUBROUTINE PC(Z)
      COMPLEX Z
      PRINT *, REAL(Z), AIMAG(Z)
      END
