//! Which calls of the run-time support are replaced by the value of another one: each source is run at stage `cfg` and
//! `ssa` by the reference interpreter.

use crate::common::{advance_with, build_text, run};
use forlane_cfg::{Stage, text};
use forlane_rewrites::passes::{Inputs, PassOptions};

/// How often the function F(X) with those statements calls a function of that word in SSA form.
fn calls(word: &str, body: &str) -> usize {
    let source = format!(
        "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, Y, A(4), P
      COMMON /C/ P
      Y = ABS(X) + 0.5D0
      A(1) = Y
      F = 0
      P = Y
{body}      END
      SUBROUTINE NOTE(Y)
      DOUBLE PRECISION Y, P
      COMMON /C/ P
      IF (Y .GT. 1) P = P + Y
      END
"
    );
    let before = build_text("reuse.f", &source);
    let mut after = before.clone();
    let options = PassOptions::inlining(false);
    advance_with(&mut after, Stage::Ssa, &Inputs::default(), &options);
    let text = after.unit("f").map(text::print_unit).unwrap_or_default();
    assert_eq!(run(&before), run(&after), "{text}");
    text.matches(&format!("{word}(")).count()
}

#[test]
fn what_is_computed_already_is_used_again() {
    assert_eq!(calls("log", "      F = LOG(Y) - Y*LOG(Y)\n"), 1);
    // Equal operands that were computed twice, and the operand of an operand.
    assert_eq!(calls("sin", "      F = SIN(Y - 0.25D0) * EXP(SIN(Y - 0.25D0))\n"), 1);
    // In the arms of what comes after, in a condition, and in an argument.
    let arms = "      F = LOG(Y)
      IF (LOG(Y) .GT. 0) THEN
      F = F + 2*LOG(Y)
      ELSE
      CALL NOTE(LOG(Y))
      END IF
";
    assert_eq!(calls("log", arms), 1);
    // A value that is one of these is that one.
    assert_eq!(calls("exp", "      A(2) = LOG(Y)\n      F = EXP(LOG(Y)) + EXP(A(2))\n"), 1);
}

#[test]
fn what_may_differ_is_computed() {
    // Neither arm is passed on every way to the other.
    let arms = "      IF (Y .GT. 1) THEN
      F = LOG(Y)
      ELSE
      F = -LOG(Y)
      END IF
";
    assert_eq!(calls("log", arms), 2);
    // The operands differ; zeros of another sign do.
    assert_eq!(calls("log", "      F = LOG(Y) + LOG(Y + 1)\n"), 2);
    assert_eq!(calls("atan2", "      F = ATAN2(0D0, -Y) + ATAN2(-0D0, -Y)\n"), 2);
    // Memory may have changed.
    assert_eq!(calls("log", "      CALL NOTE(Y)\n      F = LOG(P)\n      CALL NOTE(Y)\n      F = F + LOG(P)\n"), 2);
    // A loop's variable is another value in each iteration.
    let turns = "      DO 10 I = 1, 300
      F = F + LOG(Y)
   10 Y = Y + 1
      F = F - LOG(Y)
";
    assert_eq!(calls("log", turns), 2);
}
