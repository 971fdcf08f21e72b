//! The kernels, and what is removed of them by hand.

/// A kernel F(X).
pub struct Pair {
    /// What is removed by hand.
    pub name: &'static str,
    /// As libraries have it.
    pub text: String,
    /// The lines of it, and what is in their place.
    pub by_hand: Vec<(&'static str, String)>,
}

/// All of them.
pub fn pairs() -> Vec<Pair> {
    vec![saved(), common(), count(), error_handler(), options()]
}

/// A sum of terms by Clenshaw's recurrence, and how many are needed.
const SERIES: &str = "      DOUBLE PRECISION FUNCTION SERIES(X, CS, N)
      INTEGER N, I
      DOUBLE PRECISION X, CS(*), B0, B1, B2
      B1 = 0
      B0 = 0
      DO 10 I = N, 1, -1
      B2 = B1
      B1 = B0
   10 B0 = 2*X*B1 - B2 + CS(I)
      SERIES = 0.5D0*(B0 - B2)
      END
      INTEGER FUNCTION NEEDED(CS, N, ETA)
      INTEGER N, I
      DOUBLE PRECISION CS(*), ETA, ERR
      ERR = 0
      DO 10 I = N, 1, -1
      ERR = ERR + ABS(CS(I))
   10 IF (ERR .GT. ETA) GO TO 20
   20 NEEDED = I
      END
";

fn saved() -> Pair {
    let text = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, CS(8), XMAX, SERIES
      INTEGER N, NEEDED
      LOGICAL FIRST
      SAVE FIRST, N, XMAX
      DATA FIRST /.TRUE./
      DATA CS /1.5D0, -0.5D0, 0.25D0, -1D-2, 1D-4, -1D-7, 1D-11, 1D-30/
      IF (FIRST) THEN
        N = NEEDED(CS, 8, 1D-9)
        XMAX = 2D0**N/8
      END IF
      FIRST = .FALSE.
      F = 0
      IF (X .GT. XMAX) RETURN
      F = SERIES(X, CS, N)
      END
";
    let body = "      IF (FIRST) THEN
        N = NEEDED(CS, 8, 1D-9)
        XMAX = 2D0**N/8
      END IF
      FIRST = .FALSE.
";
    let by_hand = vec![(body, String::new()), ("FIRST /.TRUE./", "N /6/, XMAX /8D0/".to_owned())];
    Pair { name: "first call, SAVE", text: format!("{text}{SERIES}"), by_hand }
}

fn common() -> Pair {
    let text = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, T
      LOGICAL DONE
      COMMON /TABLE/ T(24), DONE
      IF (.NOT. DONE) CALL SETUP
      F = 0
      DO 10 I = 24, 1, -1
   10 F = F*X + T(I)
      END
      SUBROUTINE SETUP
      DOUBLE PRECISION T
      LOGICAL DONE
      COMMON /TABLE/ T(24), DONE
      DO 10 I = 1, 24
   10 T(I) = 1/SQRT(DBLE(I))
      DONE = .TRUE.
      END
      BLOCK DATA
      DOUBLE PRECISION T
      LOGICAL DONE
      COMMON /TABLE/ T(24), DONE
      DATA DONE /.FALSE./
      END
";
    let table: Vec<String> = (1..=24).map(|i| format!("{:e}", 1.0 / f64::from(i).sqrt()).replace('e', "D")).collect();
    let table = format!("      DATA T /{}/\n", table.join(",\n     &  "));
    let by_hand = vec![("      IF (.NOT. DONE) CALL SETUP\n", String::new()), ("      DATA DONE /.FALSE./\n", table)];
    Pair { name: "first call, COMMON", text: text.to_owned(), by_hand }
}

fn count() -> Pair {
    let text = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, CS(10), SERIES
      INTEGER N, NEEDED
      SAVE N
      DATA N /0/
      DATA CS /1D0,.5D0,.25D0,1D-2,1D-3,1D-4,1D-5,1D-8,1D-12,1D-20/
      IF (N .NE. 0) GO TO 10
      N = NEEDED(CS, 10, 1D-9)
   10 F = SERIES(X, CS, N)
      END
";
    let body = "      IF (N .NE. 0) GO TO 10
      N = NEEDED(CS, 10, 1D-9)
";
    let by_hand = vec![(body, String::new()), ("N /0/", "N /8/".to_owned())];
    Pair { name: "first call, number of terms", text: format!("{text}{SERIES}"), by_hand }
}

/// A handler as libraries had it in the 1970s, which nobody reaches.
fn error_handler() -> Pair {
    let text = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, CS(8), SERIES
      DATA CS /1.5D0, -0.5D0, 0.25D0, -1D-2, 1D-4, -1D-7, 1D-11, 1D-30/
      IF (X .GT. 2) CALL ERRMSG('LIBRARY', 'F', 'X is too large', X, 2)
      F = SERIES(X, CS, 6)
      IF (ABS(F) .GT. 1D9) CALL ERRMSG('LIBRARY', 'F', 'overflow', F, 1)
      END
      SUBROUTINE ERRMSG(LIB, SUB, TEXT, X, LEVEL)
      CHARACTER*(*) LIB, SUB, TEXT
      DOUBLE PRECISION X
      CHARACTER*72 LINE
      CHARACTER*24 NUMBER
      COMMON /ERRORS/ COUNT, LINE
      INTEGER COUNT
      COUNT = COUNT + 1
      WRITE (NUMBER, '(ES20.12)') X
      WRITE (LINE, 20) LIB, SUB, TEXT, NUMBER
   20 FORMAT (A, '/', A, ': ', 2A)
      PRINT *, LINE
      IF (LEVEL .EQ. 2) STOP
      END
";
    let calls = [
        "      IF (X .GT. 2) CALL ERRMSG('LIBRARY', 'F', 'X is too large', X, 2)\n",
        "      IF (ABS(F) .GT. 1D9) CALL ERRMSG('LIBRARY', 'F', 'overflow', F, 1)\n",
    ];
    let by_hand = calls.into_iter().map(|call| (call, String::new())).collect();
    Pair { name: "error handler", text: format!("{text}{SERIES}"), by_hand }
}

/// A product of matrix and vector with an option, as BLAS has it.
fn options() -> Pair {
    let text = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, A(3, 3), V(3), W(3)
      DO 20 J = 1, 3
      V(J) = X + J
      DO 10 I = 1, 3
   10 A(I, J) = X*I - J
   20 CONTINUE
      CALL MULT('N', 3, 3, 1D0, A, 3, V, 1, 0D0, W, 1)
      CALL MULT('t', 3, 3, 1D0, A, 3, W, 1, 1D0, V, 1)
      F = V(1) + V(2) + V(3)
      END
      SUBROUTINE MULT(TRANS, M, N, ALPHA, A, LDA, X, INCX, BETA, Y,
     &                INCY)
      CHARACTER TRANS
      INTEGER M, N, LDA, INCX, INCY, INFO, LENY, I, J
      DOUBLE PRECISION ALPHA, A(LDA, *), X(*), BETA, Y(*), T
      LOGICAL SAME
      INFO = 0
      IF (.NOT. SAME(TRANS, 'N') .AND. .NOT. SAME(TRANS, 'T') .AND.
     &    .NOT. SAME(TRANS, 'C')) INFO = 1
      IF (LDA .LT. MAX(1, M)) INFO = 6
      IF (INFO .NE. 0) CALL REFUSE('MULT  ', INFO)
      IF (INFO .NE. 0) RETURN
      LENY = N
      IF (SAME(TRANS, 'N')) LENY = M
      DO 10 I = 1, LENY
   10 Y(1 + (I - 1)*INCY) = BETA*Y(1 + (I - 1)*INCY)
      IF (SAME(TRANS, 'N')) THEN
      DO 30 J = 1, N
      T = ALPHA*X(1 + (J - 1)*INCX)
      DO 20 I = 1, M
   20 Y(1 + (I - 1)*INCY) = Y(1 + (I - 1)*INCY) + T*A(I, J)
   30 CONTINUE
      ELSE
      DO 50 J = 1, N
      T = 0
      DO 40 I = 1, M
   40 T = T + A(I, J)*X(1 + (I - 1)*INCX)
   50 Y(1 + (J - 1)*INCY) = Y(1 + (J - 1)*INCY) + ALPHA*T
      END IF
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
      SUBROUTINE REFUSE(NAME, INFO)
      CHARACTER*(*) NAME
      INTEGER INFO
      PRINT 10, NAME, INFO
   10 FORMAT (' ', A, ': wrong argument', I3)
      STOP
      END
";
    let by_hand = [
        ("'N', 3, 3", ".TRUE., 3, 3"),
        ("'t', 3, 3", ".FALSE., 3, 3"),
        ("      CHARACTER TRANS\n", "      LOGICAL TRANS\n"),
        ("      LOGICAL SAME\n      INFO = 0\n", "      INFO = 0\n"),
        (
            "      IF (.NOT. SAME(TRANS, 'N') .AND. .NOT. SAME(TRANS, 'T') .AND.\n     &    .NOT. SAME(TRANS, 'C')) INFO = 1\n",
            "",
        ),
        ("      IF (INFO .NE. 0) CALL REFUSE('MULT  ', INFO)\n", ""),
        ("IF (SAME(TRANS, 'N')) ", "IF (TRANS) "),
    ];
    let by_hand = by_hand.map(|(from, to)| (from, to.to_owned())).to_vec();
    Pair { name: "options", text: text.to_owned(), by_hand }
}
