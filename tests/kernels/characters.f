! test: kernel characters
C     Texts of one character, such as options of BLAS, are compared by their codes, which are not negative: a byte of 200
C     is greater than any letter. Their place is checked as that of longer texts is.
      SUBROUTINE CHARACTERS(K, N, M)
      INTEGER K, N, M, CODE
      CHARACTER C, LINE*4, OTHER
      LOGICAL SAME
      C = CHAR(K)
      LINE = 'a'//C//'zb'
      N = ICHAR(C) + CODE(LINE(2:3))
      M = 0
      IF (C .LT. 'a') M = M + 1
      IF (C .GE. LINE(3:3)) M = M + 2
      IF (LINE(2:2) .EQ. C) M = M + 4
      IF (SAME(C, 'n')) M = M + 8
      IF (SAME('t', LINE(2:2))) M = M + 16
      IF (SAME('C', 'c')) M = M + 32
      IF (C .EQ. 'zz') M = M + 64
      IF (K .LT. 4) OTHER = LINE(K:K)
      IF (K .LT. 4) N = N + ICHAR(OTHER)
      END

      INTEGER FUNCTION CODE(TEXT)
      CHARACTER*(*) TEXT
      CODE = ICHAR(TEXT)
      END

      LOGICAL FUNCTION SAME(A, B)
      CHARACTER A, B
      INTEGER I, J
      SAME = A .EQ. B
      IF (SAME) RETURN
      I = ICHAR(A)
      J = ICHAR(B)
      IF (I .GE. 97 .AND. I .LE. 122) I = I - 32
      IF (J .GE. 97 .AND. J .LE. 122) J = J - 32
      SAME = I .EQ. J
      END
