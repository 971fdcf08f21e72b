//! What loads are replaced by values, which stores are dropped, and what must stay: each source is run at stage `cfg`
//! and `ssa` by the reference interpreter.

use crate::common::{build_text, run};
use forlane_cfg::{Stage, text};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, run_to};

/// The text of the kernel F(X) in SSA form, which does what it did before.
fn rewritten(source: &str) -> String {
    let before = build_text("memory.f", source);
    let mut after = before.clone();
    let entry = Some("f".to_owned());
    let options = PassOptions { verify: true, entry, ..PassOptions::inlining(false) };
    if let Err(error) = run_to(&mut after, None, Stage::Ssa, &Inputs::default(), &options, &mut PassReport::default()) {
        panic!("{error}");
    }
    let text = after.unit("f").map(text::print_unit).expect("each source has a function F");
    assert_eq!(run(&before), run(&after), "{text}");
    text
}

/// F with those declarations and actions, and what else there is.
fn program(declarations: &str, body: &str, others: &str) -> String {
    format!(
        "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, A(40), S, R, T
      INTEGER I, J, K, N
      COMMON /C/ S, R, K
{declarations}      I = INT(X) + 2
      J = 3*I
      S = X
{body}      END
{others}"
    )
}

/// How often a name or element is read or passed in the actions of a text, and how often assigned.
fn counts(text: &str, name: &str) -> (usize, usize) {
    let lines = text.lines().skip_while(|line| !line.contains("; start"));
    let (mut read, mut assigned) = (0, 0);
    for line in lines {
        let (target, rest) = line.split_once(" = ").filter(|(target, _)| !target.contains('(')).unwrap_or(("", line));
        assigned += usize::from(target.trim() == name);
        read += format!(" {rest}").split([' ', '(', ')', ',', '&', '-']).filter(|word| *word == name).count();
    }
    (read, assigned)
}

fn has(source: &str, name: &str, read: usize, assigned: usize) {
    let text = rewritten(source);
    assert_eq!(counts(&text, name), (read, assigned), "{name} in\n{text}");
}

const ADD: &str = "      SUBROUTINE ADD
      DOUBLE PRECISION S, R
      COMMON /C/ S, R, K
      S = S + 1
      END
      DOUBLE PRECISION FUNCTION TWICE(Y)
      DOUBLE PRECISION Y, S, R
      COMMON /C/ S, R, K
      TWICE = 2*Y + R
      END
      SUBROUTINE SET(Y, Z)
      DOUBLE PRECISION Y, Z
      IF (Z .GT. 0) Y = Z
      END
";

#[test]
fn what_was_stored_is_not_loaded() {
    has(&program("", "      R = S + 1\n      F = R*S\n", ""), "s", 0, 0);
    has(&program("", "      IF (X .GT. 1) S = 2*X\n      F = S\n", ""), "s", 0, 0);
    has(&program("", "      DO 10 N = 1, I\n   10 S = S + N\n      F = S\n", ""), "s", 0, 0);
}

/// What nothing gave a value is loaded once.
#[test]
fn what_was_loaded_is_not_loaded_again() {
    has(&program("", "      F = R + S\n      IF (X .GT. 1) F = F*R\n      F = F - R\n", ""), "r", 1, 0);
    has(&program("", "      IF (X .GT. 1) F = F*R\n      F = F - R\n", ""), "r", 2, 0);
}

#[test]
fn calls_keep_what_they_do_not_assign() {
    has(&program("", "      CALL ADD\n      F = S\n", ADD), "s", 1, 1);
    has(&program("      DOUBLE PRECISION TWICE\n", "      R = 1\n      F = TWICE(S) + S\n", ADD), "s", 0, 0);
    has(
        &program("      DOUBLE PRECISION TWICE\n", "      R = X\n      F = TWICE(S)\n      F = F + R\n", ADD),
        "r",
        0,
        1,
    );
    has(&program("", "      CALL SET(S, X)\n      F = S\n", ADD), "s", 2, 1);
    has(&program("", "      A(3) = X\n      A(4) = X\n      CALL SET(A(3), S)\n      F = A(4)\n", ADD), "a[3]", 0, 0);
}

#[test]
fn elements_are_told_apart() {
    has(&program("", "      A(1) = X\n      A(2) = S\n      F = A(1) + A(2)\n", ""), "a[0]", 0, 0);
    // The offset that is computed may be any.
    has(&program("", "      A(1) = X\n      A(I) = S\n      F = A(1)\n", ""), "a[0]", 1, 1);
    let same = rewritten(&program("", "      A(I) = X\n      A(I+1) = S + 1\n      F = A(I)\n", ""));
    assert!(!same.contains("= a["), "{same}");
    let other = rewritten(&program("", "      A(I) = X\n      A(J) = S + 1\n      F = A(I)\n", ""));
    assert!(other.contains("= a["), "{other}");
}

/// In the next iteration, I is another one.
#[test]
fn elements_of_another_iteration_are_loaded() {
    let body =
        "      DO 10 N = 1, 40\n      F = F + A(N)\n   10 A(N) = X\n      DO 20 N = 1, 39\n   20 F = F + A(N+1)\n";
    let text = rewritten(&program("", body, ""));
    assert_eq!(text.matches("+ a[").count(), 2, "{text}");
}

/// The same bytes by another name, as another type.
#[test]
fn what_is_equivalent_is_one() {
    let reals = "      REAL E(2)\n      EQUIVALENCE (E, T)\n";
    has(&program(reals, "      T = X\n      E(1) = 1\n      F = T\n", ""), "t", 1, 1);
    has(&program(reals, "      T = X\n      F = E(2)\n", ""), "e[1]", 1, 0);
    let same = "      DOUBLE PRECISION E(2)\n      EQUIVALENCE (E(2), T)\n";
    has(&program(same, "      T = X\n      F = E(2)\n", ""), "e[1]", 0, 0);
}

/// A is not 40 elements long at I = 41, and 7 is not divided by zero before that is seen.
#[test]
fn lanes_fail_where_they_failed() {
    rewritten(&program("", "      N = 20*I\n      F = A(N) + 7/(I-2)\n      F = F + A(N)\n", ""));
    rewritten(&program("", "      N = 20*I\n      F = 7/(I-2) + A(N)\n      F = F + A(N)\n", ""));
    rewritten(&program("", "      N = 20*I\n      A(1) = A(N) + A(I-2)\n      F = A(1) + A(I-2)\n", ""));
    rewritten(&program("", "      A(7) = 7/(I-2)\n      F = X\n", ""));
}

#[test]
fn local_arrays_are_zero_before_they_are_stored() {
    let text = rewritten(&program("", "      IF (X .GT. 1) A(2) = X\n      F = A(2) + A(3)\n", ""));
    assert!(text.contains("var a: real8[0]"), "{text}");
}

#[test]
fn a_kernel_leaves_nothing_in_memory() {
    has(&program("", "      R = X\n      K = I\n      F = R\n", ""), "r", 0, 0);
    // ADD reads it.
    has(&program("", "      R = X\n      CALL ADD\n      R = 2\n      CALL ADD\n      F = S\n", ADD), "s", 1, 1);
}

/// The second store is the one that counts, unless something in between reads the first.
#[test]
fn what_is_stored_again_unread_is_dropped() {
    has(&program("", "      R = X\n      R = 2*X\n      F = A(I) + A(J) + R\n      CALL OUT(R)\n", OUT), "r", 1, 1);
    has(
        &program(
            "",
            "      R = X\n      IF (X .GT. 1) CALL OUT(R)\n      R = 2\n      CALL OUT(R)\n      F = S\n",
            OUT,
        ),
        "r",
        2,
        2,
    );
}

const OUT: &str = "      SUBROUTINE OUT(Y)
      DOUBLE PRECISION Y
      Y = Y + 1
      END
";
