C     CHARACTER arguments and functions: the length goes along.
      PROGRAM ARGS
      CHARACTER*10 S, UPPER, T(2)*3
      CHARACTER*4 REPT, FOUR
      INTEGER LENGTH, N
      EXTERNAL LENGTH, UPPER, REPT
      S = 'hello'
      CALL SHOW(S)
      CALL SHOW(S(2:4))
      CALL SHOW('constant')
      CALL SHOW(S(1:5) // '!' // S(5:5))
      N = 3
      CALL SHOW(S(:N) // S(:N))
      T(1) = 'abc'
      T(2) = 'def'
      CALL SHOW(T(2))
      CALL SHOW(T(2)(2:))
      CALL LIST(T, 2)
      CALL SET(S(3:6))
      PRINT *, S
      CALL SET(T(1))
      PRINT *, T
      PRINT *, UPPER('mixed Case'), UPPER(S(1:2)) // '.'
      PRINT *, LENGTH(S), LENGTH(S(2:3)), LENGTH('a' // S)
      FOUR = REPT('z')
      PRINT *, FOUR, REPT('ab')
      CALL FIXED(T(1))
      PRINT *, T
      CALL SWAP(T(1), T(2))
      PRINT *, T
      CALL SHOW(UPPER('inner'))
      END

      SUBROUTINE SHOW(TEXT)
      CHARACTER*(*) TEXT
      PRINT *, LEN(TEXT), '<', TEXT, '>'
      END

      SUBROUTINE LIST(TEXTS, N)
      INTEGER N, I
      CHARACTER*(*) TEXTS(N)
      DO 10 I = N, 1, -1
   10 PRINT *, I, TEXTS(I), LEN(TEXTS(I))
      END

      SUBROUTINE SET(TEXT)
      CHARACTER*(*) TEXT
      TEXT = 'XY'
      END

      SUBROUTINE FIXED(TEXT)
      CHARACTER*2 TEXT
      TEXT = TEXT(2:2) // 'f'
      END

      SUBROUTINE SWAP(A, B)
      CHARACTER*(*) A, B
      CHARACTER*3 KEPT
      KEPT = A
      A = B
      B = KEPT
      END

      CHARACTER*(*) FUNCTION UPPER(TEXT)
      CHARACTER*(*) TEXT
      INTEGER I, K
      UPPER = TEXT
      DO 10 I = 1, LEN(UPPER)
         K = ICHAR(UPPER(I:I))
         IF (K .GE. ICHAR('a') .AND. K .LE. ICHAR('z')) THEN
            UPPER(I:I) = CHAR(K - 32)
         END IF
   10 CONTINUE
      END

      CHARACTER*4 FUNCTION REPT(TEXT)
      CHARACTER*(*) TEXT
      REPT = TEXT // TEXT // TEXT
      END

      INTEGER FUNCTION LENGTH(TEXT)
      CHARACTER*(*) TEXT
      LENGTH = LEN(TEXT)
      END
