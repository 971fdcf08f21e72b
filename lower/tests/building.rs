//! Graphs of statements whose meaning is easy to get wrong, as text, and expressions that are too long for recursion.

use crate::support::{body_text, built};
use forlane_cfg::StopCode;
use forlane_frontend::form::SourceForm;
use forlane_interpreter::{Interpreter, LaneStatus, Options};
use pretty_assertions::assert_eq;

fn text_of(source: &str) -> String {
    body_text(&built(source, SourceForm::Fixed).units[0])
}

#[test]
fn shared_terminal_statements_have_a_copy_for_each_loop() {
    let source = "      SUBROUTINE S(N, K)
      DO 10 I=1,N
      IF (I .EQ. K) GO TO 10
      DO 10 J=1,N
      IF (J .EQ. K) GO TO 10
      K = K + 1
   10 K = K + 2
      END
";
    let expected = "\
b0: ; start
    enter s0 @1
    count.1 = n @2
    i = 1 @2
    goto b1 @2
b1: ; from b0 b9
    if count.1 > 0 goto b2 else b10 @2
b2: ; from b1
    if i == k goto b3 else b4 @3
b3: ; from b2
    k = k + 2 @7
    goto b9 @7
b4: ; from b2
    count.2 = n @4
    j = 1 @4
    goto b5 @4
b5: ; from b4 b8
    if count.2 > 0 goto b6 else b9 @4
b6: ; from b5
    if j == k goto b8 else b7 @5
b7: ; from b6
    k = k + 1 @6
    goto b8 @7
b8: ; from b6 b7
    k = k + 2 @7
    j = j + 1 @4
    count.2 = count.2 - 1 @4
    goto b5 @4
b9: ; from b3 b5
    i = i + 1 @2
    count.1 = count.1 - 1 @2
    goto b1 @2
b10: ; from b1
    leave s0 @2
    return @2
";
    assert_eq!(text_of(source), expected);
}

#[test]
fn arithmetic_if_evaluates_its_value_once() {
    let source = "      SUBROUTINE S(X, K)
      IF (X*2) 10,20,30
   10 K = 1
   20 K = K + 1
   30 END
";
    let text = text_of(source);
    assert!(text.contains("if.1 = x * 2e0 @2\n    if if.1 <= 0e0 goto b1 else b4 @2"), "{text}");
}

#[test]
fn operands_that_may_fail_are_evaluated_only_where_they_decide() {
    let source = "      SUBROUTINE S(A, I, N, K)
      DIMENSION A(N)
      IF (I.GE.1 .AND. I.LE.N .AND. A(I).GT.0 .AND. K.GT.0) K = 2
      END
";
    let text = text_of(source);
    assert!(text.contains("if (i >= 1) .and. (i <= n) goto b1 else b3"), "{text}");
    assert!(text.contains("if (a[i - 1] > 0e0) .and. (k > 0) goto b2 else b3"), "{text}");
}

#[test]
fn adjustable_bounds_are_captured_where_the_dimension_changes() {
    let source = "      SUBROUTINE S(A, B, N, M)
      DIMENSION A(N,*), B(M,2)
      N = N + 1
      A(2,3) = B(1,2)
      END
";
    let text = text_of(source);
    assert!(text.contains("a.extent.1 = n @1"), "{text}");
    assert!(text.contains("a[1 + (a.extent.1 * 2)] = b[m] @4"), "{text}");
}

#[test]
fn chains_of_hundreds_of_terms_are_built_and_run() {
    let terms = " + i".repeat(900);
    let conditions = " .or. i > 5".repeat(900);
    let source = format!(
        "program p\ninteger i, k\nreal x\ni = 1\nk = 0{terms}\nx = 0.5{terms}\nif (i > 5{conditions}) k = -1\n\
         print *, k, x\nend\n"
    );
    let program = built(&source, SourceForm::Free);
    let outcome = Interpreter::new(&program, Options::default()).run("p", &[], 1).unwrap();
    let lane = &outcome.lanes[0];
    assert_eq!(lane.status, LaneStatus::Stopped(StopCode::None));
    let words: Vec<&str> = lane.printed[0].split_whitespace().collect();
    assert_eq!(words, ["900", "900.500000"]);
}

#[test]
fn a_ring_of_empty_statements_stays_a_loop() {
    let text = text_of("      SUBROUTINE S\n   10 GO TO 20\n   20 GO TO 10\n      END\n");
    assert_eq!(text, "b0: ; start\n    enter s0 @1\n    goto b1 @2\nb1: ; from b0 b1\n    goto b1 @2\n");
}
