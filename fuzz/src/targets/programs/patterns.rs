//! What else a statement may do, and the procedures that some of it calls.

/// Statements in which `#` is an INTEGER and `@` a DOUBLE PRECISION, each the same wherever it is in one statement.
/// Where it is an index, it may be wrong. What REAL and INTEGER share is assigned finite values only, since the bits of
/// a NaN are not specified.
pub const PATTERNS: &[&str] = &[
    // CHARACTER, internal files, narrow integers.
    "WRITE (C1, '(I11)') #",
    "WRITE (C2, '(I3, A)') #, C1(8:)",
    "WRITE (C2, '(F4.1, L2)') D1, L1",
    "WRITE (C2, '(F5.1, L2)', IOSTAT=I3) D1, L1",
    "WRITE (C1, '(E12.4)') @",
    "WRITE (C1, '(5(I2, :, 1X))') (IA(M8), M8 = 1, 4)",
    "READ (C1, '(I11)', IOSTAT=I2) I3",
    "READ (C2(1:4), *, IOSTAT=I2) D2",
    // gfortran sets IOSTAT before it takes the items; the standard has no such variable in an item.
    "READ (C1, '(2I6)', IOSTAT=EI(4)) IA(1), IA(MOD(ABS(MOD(#, 5)), 5) + 1)",
    "C1 = C1(2:)//CHAR(65 + MOD(ABS(MOD(#, 20)), 20))",
    "C2(MOD(ABS(MOD(#, 6)), 6) + 1:) = C1",
    "C2 = C1(MOD(#, 9) + 2:9)//C2",
    "I1 = INDEX(C1, C2(1:1)) + LEN_TRIM(C2) + MOD(#, 5)",
    "L1 = C1 .LT. C2 .OR. # .GT. 3",
    "L2 = SCAN(C1, 'AB1', .TRUE.) .GE. MOD(#, 7)",
    "IB(MOD(ABS(MOD(#, 3)), 3) + 1) = MOD(#, 100)",
    "IS = MOD(#, 30000)",
    "I2 = IB(MOD(ABS(MOD(#, 3)), 3) + 1) + IS",
    "C2 = REPEAT('x-', MOD(ABS(MOD(#, 4)), 4))//C1(1:1)",
    "C1 = ADJUSTL(C1(1:4))//ADJUSTR(C2)",
    "WRITE (C1, *) #",
    "WRITE (C1, '(A, I0)') C2(1:3), #",
    "WRITE (C1, '(G12.4)') @",
    "WRITE (C1, '(1P, E11.3, I1)') @, 7",
    "WRITE (C1, '(Z8, O3)') #, MOD(ABS(MOD(#, 60)), 60)",
    "WRITE (C1, '(T4, I3.2, TL6, A, TR2, SP, I3)') MOD(#, 90), C2(2:3), MOD(#, 10)",
    "READ (C1, '(F8.2)', IOSTAT=I2) D1",
    "READ (C2, '(BZ, I3, L2)', IOSTAT=I1) I2, L1",
    "L3 = LLE(C1, C2) .NEQV. VERIFY(C1, '12 ') .GT. MOD(#, 3)",
    "C1(2:5) = C1(1:4)",
    "I2 = ICHAR(C1(MOD(ABS(MOD(#, 12)), 12) + 1:MOD(ABS(MOD(#, 12)), 12) + 1)) + LEN(C1//C2)",
    // Array statements.
    "IA = IA + #",
    "IA(1:4) = IA(2:5)",
    "IA(2:5) = IA(1:4)*2",
    "IA(MOD(ABS(MOD(#, 5)), 5) + 1:5) = IA(1:5 - MOD(ABS(MOD(#, 5)), 5))",
    "DA(3:-1:-2) = DA(-1:1)",
    "DA(0:2) = DA(-1:1) + DA(1:3)*@",
    "DA(MOD(#, 4):) = @",
    "WHERE (IA .GT. #) IA = IA - #",
    "WHERE (DA .LT. 1D0) DA = SQRT(ABS(DA))",
    "RA = RA(2:1:-1, :)",
    "RA(:, 1) = RA(:, 3) + RA(1, 2)",
    "RA = RESHAPE((/ 1.0, R1, 2.0, R2, 3.0, R3 /), (/ 2, 3 /))",
    "IA = CSHIFT(IA, MOD(#, 9))",
    "IA = EOSHIFT(IA, 1, #)",
    "I1 = SUM(IA) + COUNT(LA)",
    "I2 = MAXVAL(IA) - MINVAL(IA(2:4))",
    "I3 = MAXLOC(IA, 1)",
    "D2 = SUM(DA, DA .GT. @)",
    "D1 = DOT_PRODUCT(DA, DA(3:-1:-1))",
    "R2 = SUM(MATMUL(RA, TRANSPOSE(RA)))",
    "LA = IA(1:4) .LT. IA(2:5)",
    "L1 = ANY(LA) .AND. ALL(IA .NE. #)",
    "DA = MERGE(DA, DA + @, IA .GT. 2)",
    "JA = (/ (INT(M8, 8)*#, M8 = 1, 3) /)",
    "IA(1:2) = IA(1 + MOD(ABS(MOD(IA(4:5), 5)), 5))",
    "FORALL (M8 = 1:5, IA(M8) .GT. #) IA(M8) = IA(6 - M8)",
    "FORALL (M8 = 1:2, M7 = 1:3) RA(M8, M7) = RA(3 - M8, M7) + M8",
    "IA = PACK(IA, IA .GT. #, (/ 1, 2, 3, 4, 5 /))",
    "IA(1:3) = UNPACK((/ 1, 2, 3 /), LA(1:3), IA(3:5))",
    "RA = SPREAD(RA(1, :), 1, 2)",
    "I2 = SUM(IA(5:1:-2)) + PRODUCT(MOD(IA, 5))",
    "I1 = MINLOC(IA, 1, IA .GT. #)",
    "IA((/ 2, 1, 3 /)) = IA(1:3)",
    "DA = DA(3:-1:-1)",
    "IA(2:4) = IAND(IA(1:3), #)",
    // COMMON and EQUIVALENCE.
    "CALL SQK(KI + 1)",
    "KI = #",
    "KJ = KJ + KI*3 + MOD(#, 7)",
    "KD = @",
    "KE = KE*0.5D0 + KD",
    "KR = KR + REAL(MOD(#, 50))",
    "EI(1 + MOD(ABS(MOD(#, 4)), 4)) = #",
    "ED(1 + MOD(ABS(MOD(#, 2)), 2)) = MOD(#, 1000)*0.125D0",
    "EJ = EJ + #",
    "I1 = EI(1 + MOD(ABS(MOD(#, 4)), 4))",
    "J1 = EJ",
    // Sequence association, texts of assumed length.
    "CALL SQI(2, IA(1 + MOD(ABS(MOD(#, 5)), 5)), I2)",
    "CALL SQI((#), IA, I2)",
    "CALL SQD(DA(MOD(ABS(MOD(#, 3)), 3) - 1), D2)",
    "CALL SQR(RA(2, 1), R1)",
    "CALL SQC(C1(MOD(ABS(MOD(#, 5)), 5) + 1:), C2, I3)",
    "CALL SQC(C2, C1(2:4), I1)",
];

/// Procedures that are part of a program if it calls them: name and text in fixed form.
pub const PROCEDURES: [(&str, &str); 5] = [
    (
        "SQI",
        "      SUBROUTINE SQI(N, A, X)
      INTEGER N, A(N), X, I
      DO 10 I = N, 1, -1
   10 A(I) = A(I)*2 + X
      IF (N .GT. 0) X = X + A(1)
      END
",
    ),
    (
        "SQD",
        "      SUBROUTINE SQD(A, X)
      DOUBLE PRECISION A(2,*), X
      A(2,1) = A(1,1) + X
      A(1,2) = A(2,1) - A(1,2)
      X = A(1,2)*0.5D0
      END
",
    ),
    (
        "SQR",
        "      SUBROUTINE SQR(A, X)
      REAL A(5), X
      X = X + A(1) - A(5)
      A(2:4) = A(1:3) + X
      END
",
    ),
    (
        "SQK",
        "      SUBROUTINE SQK(N)
      INTEGER N, A(2)
      DOUBLE PRECISION B(2)
      REAL C
      LOGICAL D
      COMMON /CB/ B, A, C, D
      B(2:1:-1) = B
      A(2) = A(1)*2 - N
      D = .NOT. D
      END
",
    ),
    (
        "SQC",
        "      SUBROUTINE SQC(C, D, N)
      CHARACTER*(*) C, D
      INTEGER N
      N = N + LEN(C) - INDEX(C, 'A') + ICHAR(D(LEN(D):))
      C = D//'AB'
      END
",
    ),
];
