//! Options that are constant texts, functions of constants, and scalars whose values are known.

use super::{asks, computed, shown};
use forlane_cfg::{Body, Program, Terminator};

/// A product by an option, as BLAS has it, with what is before the test of the option, between units, and the letters.
fn with_options(first: &str, second: &str, before: &str) -> String {
    format!(
        "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, Y
      Y = X
      CALL SCALE({first}, 3D0, Y)
      CALL SCALE({second}, 5D0, Y)
      F = Y
      END
      SUBROUTINE SCALE(TRANS, A, Y)
      CHARACTER*(*) TRANS
      DOUBLE PRECISION A, Y
      INTEGER INFO
      LOGICAL SAME
{before}      INFO = 0
      IF (.NOT. SAME(TRANS, 'N') .AND. .NOT. SAME(TRANS, 'T')) INFO = 1
      IF (INFO .NE. 0) THEN
      CALL REFUSE('SCALE ', INFO)
      RETURN
      END IF
      IF (SAME(TRANS, 'N')) THEN
      Y = A*Y
      ELSE
      Y = Y/A
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
      PRINT *, NAME, INFO
      STOP 3
      END
"
    )
}

fn names(program: &Program) -> Vec<&str> {
    program.units.iter().map(|unit| unit.name.as_str()).collect()
}

fn branches(program: &Program) -> usize {
    let graphs = program.units.iter().filter_map(|unit| match &unit.body {
        Body::Graph(graph) => Some(graph),
        Body::Tree(_) => None,
    });
    let is_branch = |terminator: &Terminator| matches!(terminator, Terminator::Branch { .. });
    graphs.map(|graph| graph.blocks.iter().filter(|(_, block)| is_branch(&block.terminator)).count()).sum()
}

/// The options of BLAS decided nothing when the kernel was compiled: each call tested its letters again, and what
/// refuses other letters was reached.
#[test]
fn options_that_are_constant_texts_are_decided() {
    let (_, after) = computed(&with_options("'N'", "'t'", ""));
    assert_eq!(names(&after), ["f", "scale(trans='N')", "scale(trans='t')"]);
    assert_eq!(branches(&after), 0, "{}", shown(&after));
    // Longer texts, as LAPACK's comments have them; one that is refused; a character that no name has; the same twice.
    let (_, after) = computed(&with_options("'No transpose'", "'Transpose'", ""));
    assert_eq!(branches(&after), 0, "{}", shown(&after));
    let (_, after) = computed(&with_options("'N'", "'q'", ""));
    assert_eq!(names(&after), ["f", "refuse", "scale(trans='N')", "scale(trans='q')"]);
    let (_, after) = computed(&with_options("'N'", "'\"'", ""));
    assert!(names(&after).contains(&"scale"), "{:?}", names(&after));
    let (_, after) = computed(&with_options("'N'", "'N'", ""));
    assert_eq!(names(&after), ["f", "scale(trans='N')"]);
}

/// An option that a unit assigns, or that differs between rows, is tested when the row runs.
#[test]
fn options_that_are_no_constants_are_tested() {
    let (_, after) = computed(&with_options("C", "'T'", "").replacen(
        "      Y = X\n",
        "      CHARACTER C\n      C = 'N'\n      IF (X .GT. 0.4D0) C = 'T'\n      Y = X\n",
        1,
    ));
    assert_eq!(names(&after), ["f", "scale", "same", "refuse", "scale(trans='T')"]);
    let of_callee = with_options("C", "D", "      IF (Y .GT. 1D0) TRANS = 'T'\n");
    let of_callee =
        of_callee.replacen("      Y = X\n", "      CHARACTER C, D\n      C = 'N'\n      D = 'N'\n      Y = X\n", 1);
    let (_, after) = computed(&of_callee);
    assert!(names(&after).contains(&"same"), "{:?}", names(&after));
}

/// Options are passed on, also round a ring of units that call each other.
#[test]
fn options_are_passed_on() {
    let through = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, G
      F = G('U', 3, X) + G('D', 2, X)
      END
      RECURSIVE DOUBLE PRECISION FUNCTION G(WAY, N, X) RESULT(R)
      CHARACTER WAY
      INTEGER N
      DOUBLE PRECISION X, H
      IF (WAY .EQ. 'U') THEN
      R = X + N
      ELSE
      R = X - N
      END IF
      IF (N .GT. 0) R = R + H(WAY, N - 1, X)
      END
      RECURSIVE DOUBLE PRECISION FUNCTION H(WAY, N, X) RESULT(R)
      CHARACTER WAY
      INTEGER N
      DOUBLE PRECISION X, G
      R = 2*G(WAY, N, X)
      END
";
    let (_, after) = computed(through);
    let expected = ["f", "g(way='U')", "g(way='D')", "h(way='U')", "h(way='D')"];
    assert_eq!(names(&after), expected);
    assert_eq!(branches(&after), 2, "{}", shown(&after));
}

/// A kernel that calls G of constants, for the function of this body.
fn of_constants(declarations: &str, body: &str) -> String {
    format!(
        "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, G
      F = X*G(7, 0.5D0)
      END
      DOUBLE PRECISION FUNCTION G(N, Y)
      INTEGER N, I
      DOUBLE PRECISION Y
{declarations}      G = 1
{body}      DO 10 I = 1, N
   10 G = G*Y + SQRT(DBLE(I))
      END
"
    )
}

/// What a function gives that is given constants is one, if it does nothing else.
#[test]
fn functions_of_constants_are_constants() {
    let (_, after) = computed(&of_constants("", ""));
    assert_eq!(names(&after), ["f"]);
    for (declarations, body) in [
        ("      INTEGER K\n      SAVE K\n", "      K = K + 1\n      G = K\n"),
        ("", "      IF (N .GT. 5) STOP 7\n"),
        ("", "      I = 0\n      G = N/I\n"),
        ("", "      DO 20 I = 1, 100000\n   20 G = G + 1\n"),
        ("", "      G = LOG(-Y)\n"),
    ] {
        let (_, after) = computed(&of_constants(declarations, body));
        assert_eq!(names(&after), ["f", "g"], "{body}");
    }
}

/// What a scalar is known to be holds as long as all ways there leave it so: not past a loop, a call that may assign
/// it, or a branch that is not decided.
#[test]
fn scalars_are_known_where_all_ways_agree() {
    let kernel = |body: &str| {
        format!(
            "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X
      INTEGER K, N, I
      K = 2
      N = 3
      F = X
{body}      IF (K .EQ. 2) F = F + 1
      IF (N .EQ. 3) F = 2*F
      END
      SUBROUTINE SET(I, X)
      INTEGER I
      DOUBLE PRECISION X
      IF (X .GT. 0.3D0) I = 5
      END
"
        )
    };
    for (body, left) in [
        ("", 0),
        ("      IF (K .NE. 2) N = 4\n", 0),
        ("      IF (X .GT. 0.4D0) N = 3\n", 1),
        ("      IF (X .GT. 0.4D0) N = 4\n", 2),
        ("      CALL SET(K, X)\n", 2),
        ("      DO 10 I = 1, 4\n      IF (K .EQ. 2) F = F + I\n   10 K = K + I/4\n", 3),
    ] {
        let (_, after) = computed(&kernel(body));
        assert_eq!(branches(&after), left, "{body}{}", shown(&after));
    }
}

/// A number of terms from DATA is a constant wherever it goes, and so is what is computed of it.
#[test]
fn scalars_from_data_are_constants_through_calls() {
    let source = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, C(3), SERIES, FIVE
      INTEGER N
      DATA N /3/, C /1D0, 2D0, 4D0/, FIVE /5D0/
      F = SERIES(X, C, N)/FIVE
      END
      DOUBLE PRECISION FUNCTION SERIES(X, C, N)
      INTEGER N, I
      DOUBLE PRECISION X, C(*)
      SERIES = 0
      DO 10 I = N, 1, -1
   10 SERIES = SERIES*X + C(I)
      END
";
    let text = shown(&computed(source).1);
    assert!(text.contains("call series(&x, &c[], 3)") && text.contains("count.1 = 3"), "{text}");
    // It is assigned.
    let text = shown(&computed(&source.replace("      SERIES = 0\n", "      SERIES = 0\n      N = N\n")).1);
    assert!(text.contains("call series(&x, &c[], &n)"), "{text}");
}

/// Of NRLMSISE-00: as SW9 was assigned, all its tables of coefficients seemed to be, and lay in the memory of each
/// lane.
#[test]
fn what_is_only_assigned_the_value_that_it_has_is_constant() {
    let source = "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, SW, SW9, P
      COMMON /CSW/ SW(2)
      COMMON /PARM/ P(3)
      SAVE SW9
      DATA SW9 /1D0/
      IF (SW(1) .GE. 0) SW9 = 1
      IF (SW(1) .LT. 0) SW9 = -1
      IF (SW9 .EQ. -1) P(2) = X
      F = P(2)*X + P(3)
      END
      BLOCK DATA
      DOUBLE PRECISION P
      COMMON /PARM/ P(3)
      DATA P /1D0, 2D0, 4D0/
      END
";
    let (before, after) = computed(source);
    assert!(asks(&before, "sw9") && !asks(&after, "sw9"), "{}", shown(&after));
    assert!(shown(&after).contains("var p: real8[3] constant"), "{}", shown(&after));
    // Another value, or one that is not known.
    for other in ["SW9 = -1", "SW9 = X", "CALL G(SW9)"] {
        let source = source.replace("SW9 = -1", other).replace("SW(1) .LT. 0", "X .LT. 0");
        let source = format!("{source}      SUBROUTINE G(Y)\n      DOUBLE PRECISION Y\n      Y = 3\n      END\n");
        assert!(asks(&computed(&source).1, "sw9"), "{source}");
    }
}

/// What is divided by a variable that is a power of two is multiplied by its reciprocal.
#[test]
fn quotients_by_known_powers_of_two_are_products() {
    let source = |scale: &str| {
        format!(
            "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, SCALE
      SCALE = {scale}
      F = X/(2*SCALE)
      END
"
        )
    };
    let (before, after) = computed(&source("4"));
    assert!(shown(&before).contains(" / ") && shown(&after).contains("x * 1.25d-1"), "{}", shown(&after));
    let (_, after) = computed(&source("3"));
    assert!(shown(&after).contains("x / 6d0"), "{}", shown(&after));
}
