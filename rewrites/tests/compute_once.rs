//! What is done once for all rows of a kernel, and what looks like it and must stay: each source is run before and
//! after by the reference interpreter, and it is looked whether the kernel still tests its flag.

mod constants;

use crate::common::{build_text, run};
use forlane_cfg::verify::verify_program;
use forlane_cfg::{Body, Program, Remarks, Storage, Terminator, text};
use forlane_rewrites::compute_once::compute_once;
use forlane_rewrites::kernel_program::{Allowed, kernel_program};

/// The program of the kernel F(X), and what it becomes; both give the same.
fn computed(source: &str) -> (Program, Program) {
    let (before, after) = rewritten(source);
    assert_eq!(run(&before), run(&after), "{}", shown(&after));
    (before, after)
}

fn rewritten(source: &str) -> (Program, Program) {
    let whole = build_text("once.f", source);
    let before = kernel_program(&whole, "f", Allowed::default()).expect("nothing is passed that does not fit").program;
    let mut after = before.clone();
    compute_once(&mut after, "f", &mut Remarks::default());
    if let Err(errors) = verify_program(&after) {
        panic!("{errors:?}\n{}", shown(&after));
    }
    (before, after)
}

fn shown(program: &Program) -> String {
    program.units.iter().map(text::print_unit).collect()
}

/// Whether a branch tests a variable of that name.
fn asks(program: &Program, name: &str) -> bool {
    program.units.iter().any(|unit| {
        let Body::Graph(graph) = &unit.body else { return false };
        graph.blocks.iter().any(|(_, block)| {
            let mut is_asked = false;
            if let Terminator::Branch { condition, .. } = &block.terminator {
                condition.for_each_place(&mut |place| {
                    is_asked |= place.var().is_some_and(|var| unit.vars[var].name == name);
                });
            }
            is_asked
        })
    })
}

/// What is before the guard, between it and the join, and after, in a function that the kernel calls twice.
fn guarded(declarations: &str, before: &str, body: &str, after: &str) -> String {
    format!(
        "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, G
      F = G(X)
      F = F + 8*G(X + 1)
      END
      DOUBLE PRECISION FUNCTION G(X)
      DOUBLE PRECISION X, T, A(4), Z
      INTEGER I
      LOGICAL FIRST
      SAVE FIRST, T
      DATA FIRST /.TRUE./, T /3D0/
{declarations}      Z = 0
{before}      IF (FIRST) THEN
{body}      ENDIF
      FIRST = .FALSE.
{after}      G = T*X + Z
      END
"
    )
}

fn is_gone(source: &str) {
    let (before, after) = computed(source);
    assert!(asks(&before, "first"), "{}", shown(&before));
    assert!(!asks(&after, "first"), "{}", shown(&after));
}

fn stays(source: &str) {
    let (_, after) = computed(source);
    assert!(asks(&after, "first"), "{}", shown(&after));
}

#[test]
fn what_depends_on_constants_is_done_once() {
    let source = guarded("", "", "      T = SQRT(2D0)\n", "");
    is_gone(&source);
    let (_, after) = computed(&source);
    let text = shown(&after);
    for gone in ["first = ", "t = ", "sqrt(2d0)"] {
        assert!(!text.contains(gone), "{text}");
    }
    assert!(text.contains("1.4142135623730951d0 * x"), "{text}");
}

/// What is assigned again later is not a constant, but what it is at first is known.
#[test]
fn results_that_change_later_are_initial_values() {
    let source = guarded("", "", "      T = SQRT(2D0)\n", "      T = T + 1\n");
    is_gone(&source);
    let text = shown(&computed(&source).1);
    assert!(text.contains("static varying s0 = 0 for 1: 1.4142135623730951d0"), "{text}");
}

#[test]
fn local_variables_of_the_body_are_its_own() {
    let sum = "      DO 10 I = 1, 4\n   10 A(I) = 1D0/I\n      T = A(1) + A(4)\n";
    is_gone(&guarded("", "", sum, ""));
    is_gone(&guarded("", "", sum, "      DO 20 I = 1, 2\n   20 Z = Z + I\n"));
}

#[test]
fn local_variables_that_are_read_after_stay() {
    stays(&guarded("", "", "      Z = 5\n      T = 1\n", ""));
    stays(&guarded("", "      A(1) = X\n", "      A(1) = 5\n      T = 1\n", "      Z = A(1)\n"));
}

#[test]
fn local_variables_that_were_assigned_before_are_not_known() {
    stays(&guarded("", "      I = INT(X)\n", "      T = I + 1\n", ""));
    stays(&guarded("", "      A(2) = X\n", "      T = A(2) + 1\n", ""));
}

#[test]
fn arguments_and_the_result_are_not_known() {
    stays(&guarded("", "", "      T = X\n", ""));
    stays(&guarded("", "", "      T = 2\n      G = T\n", "      Z = G\n"));
}

/// DATA says what it is until then.
#[test]
fn a_row_that_reads_before_sees_the_initial_value() {
    stays(&guarded("", "      Z = T\n", "      T = 5\n", ""));
}

#[test]
fn what_changes_before_is_not_known() {
    let shared = "      COMMON /C/ S\n      DOUBLE PRECISION S\n";
    stays(&guarded(shared, "      S = X\n", "      T = S\n", ""));
    is_gone(&guarded(shared, "", "      T = S\n", "      S = X\n"));
}

#[test]
fn an_early_return_leaves_the_flag() {
    let body = "      T = T*3\n";
    let source = guarded("", "", body, "")
        .replace("      FIRST = .FALSE.", "      G = T\n      IF (X .LT. 1) RETURN\n      FIRST = .FALSE.");
    stays(&source);
    is_gone(&source.replace("      T = T*3\n", "      T = T*3\n      FIRST = .FALSE.\n"));
}

#[test]
fn a_body_that_fails_or_stops_fails_each_row() {
    stays(&guarded("", "", "      I = 0\n      T = 7/I\n", ""));
    stays(&guarded("", "", "      T = 4\n      A(1) = 3\n      IF (SQRT(T) .LT. A(1)) STOP 7\n", ""));
    is_gone(&guarded("", "", "      T = 4\n      A(1) = 3\n      IF (SQRT(T) .GT. A(1)) STOP 7\n", ""));
}

#[test]
fn input_and_output_stay() {
    let text = "      CHARACTER*8 LINE\n";
    stays(&guarded(text, "", "      T = 4\n      WRITE (LINE, '(I4)') 12\n", ""));
    let (_, after) = computed(&guarded("", "", "      READ *, T\n", ""));
    assert!(
        shown(&after).contains("fail unsupported \"input from a unit is not done in the rows of a kernel, but in --init, or with --allow-files\"")
    );
}

#[test]
fn what_takes_too_long_stays() {
    let body = "      DO 10 I = 1, 400000\n   10 T = T + 1\n";
    assert!(asks(&rewritten(&guarded("", "", body, "")).1, "first"));
    is_gone(&guarded("", "", &body.replace("400000", "400"), ""));
}

#[test]
fn other_conditions_are_no_guards() {
    let source = guarded("", "", "      T = 5\n", "");
    stays(&source.replace("IF (FIRST)", "IF (FIRST .AND. X .GT. 1)"));
    stays(&source.replace("IF (FIRST)", "IF (FIRST .OR. X .GT. 7)"));
}

/// The one guard of G, whose flag another unit assigns.
fn with_flag_elsewhere(flag_of_f: &str) -> String {
    let source = guarded("      COMMON /FLAG/ FIRST\n", "", "      T = T + 2\n", "");
    let source = source.replace("      SAVE FIRST, T\n      DATA FIRST /.TRUE./, T", "      SAVE T\n      DATA T");
    let source = source.replace(
        "PRECISION X, G\n      F = G(X)\n",
        &format!("PRECISION X, G\n      LOGICAL FIRST\n      COMMON /FLAG/ FIRST\n      F = G(X)\n{flag_of_f}"),
    );
    source + "      BLOCK DATA\n      LOGICAL FIRST\n      COMMON /FLAG/ FIRST\n      DATA FIRST /.TRUE./\n      END\n"
}

#[test]
fn a_flag_that_another_unit_resets_stays() {
    is_gone(&with_flag_elsewhere(""));
    is_gone(&with_flag_elsewhere("      FIRST = .FALSE.\n"));
    stays(&with_flag_elsewhere("      FIRST = .TRUE.\n"));
    stays(&with_flag_elsewhere("      FIRST = X .GT. 1\n"));
    let before = with_flag_elsewhere("").replace("      F = G(X)\n", "      FIRST = .FALSE.\n      F = G(X)\n");
    stays(&before);
}

/// The table of G lies in COMMON; the kernel reads it after G or before, on all paths or on some.
fn with_results_elsewhere(front: &str, after: &str) -> String {
    let table = "      COMMON /TABLE/ S\n      DOUBLE PRECISION S\n";
    let source = guarded(table, "", "      S = 9\n      T = 1\n", "");
    source.replace("      F = G(X)\n      F = F + 8*G(X + 1)\n", &format!("{table}{front}{after}"))
}

#[test]
fn results_are_read_after_the_guard_on_all_paths() {
    is_gone(&with_results_elsewhere("      F = G(X)\n", "      F = F + S\n"));
    is_gone(&with_results_elsewhere("      F = 1\n", "      IF (X .GT. 1) F = G(X) + S\n"));
    stays(&with_results_elsewhere("      F = 1\n      IF (X .GT. 1) F = G(X)\n", "      F = F + S\n"));
    stays(&with_results_elsewhere("      F = S\n", "      F = F + G(X)\n"));
    stays(&with_results_elsewhere("      S = X\n", "      F = G(X) + S\n"));
}

/// INNER is initialised by the body of G and by the kernel itself.
#[test]
fn bodies_may_call_what_has_a_first_call_of_its_own() {
    let inner = "      DOUBLE PRECISION FUNCTION INNER(Y)
      DOUBLE PRECISION Y, R
      LOGICAL BEGIN
      SAVE R, BEGIN
      DATA BEGIN /.TRUE./
      IF (BEGIN) R = SQRT(7D0)
      BEGIN = .FALSE.
      INNER = R*Y
      END
";
    let declared = "      DOUBLE PRECISION INNER\n";
    let source = guarded(declared, "      Z = INNER(X)\n", "      T = INNER(2D0)\n", "") + inner;
    is_gone(&source);
    assert!(!asks(&computed(&source).1, "begin"));
    // With each call something changes in it: before G it may have been called or not.
    let counts = source.replace("      INNER = R*Y\n", "      R = R + 1\n      INNER = R*Y\n");
    stays(&counts);
    is_gone(&counts.replace("      Z = INNER(X)\n", ""));
}

/// Two procedures ask one flag and do the same.
#[test]
fn guards_of_one_flag_are_taken_away_together() {
    let source =
        with_flag_elsewhere("      F = F + H(X)\n").replace("DOUBLE PRECISION X, G\n", "DOUBLE PRECISION X, G, H\n");
    let common = |text: &str| {
        text.replace("      T = T + 2\n", "      CALL SETUP\n")
            .replace("      SAVE T\n      DATA T /3D0/\n", "      COMMON /TABLE/ T\n")
    };
    let other = "      DOUBLE PRECISION FUNCTION H(X)
      DOUBLE PRECISION X, T
      LOGICAL FIRST
      COMMON /TABLE/ T
      COMMON /FLAG/ FIRST
      IF (FIRST) CALL SETUP
      H = T - X
      END
      SUBROUTINE SETUP
      DOUBLE PRECISION T
      LOGICAL FIRST
      COMMON /TABLE/ T
      COMMON /FLAG/ FIRST
      T = T + 2
      FIRST = .FALSE.
      END
";
    is_gone(&(common(&source) + other));
    let unlike = other.replace("IF (FIRST) CALL SETUP", "IF (FIRST) T = 1");
    // Where H comes first, the flag is still set in G.
    stays(&(common(&source).replace("      F = G(X)\n", "      F = H(X) + G(X)\n") + &unlike));
}

#[test]
fn an_entry_beside_the_guard_sees_the_initial_value() {
    let source = guarded("", "", "      T = 5\n", "")
        .replace("      G = T*X + Z\n", "      G = T*X + Z\n      RETURN\n      ENTRY E(X)\n      E = T\n");
    let source = source
        .replace("PRECISION X, T, A(4), Z", "PRECISION X, T, A(4), Z, E")
        .replace("PRECISION X, G\n", "PRECISION X, G, E\n");
    is_gone(&source);
    stays(&source.replace("      F = G(X)\n", "      F = E(X)\n"));
}

/// The kernel, G with a guard and what is before its flag is set, and H, which calls itself and what is given.
fn with_recursion(body: &str, between: &str, of_h: &str) -> String {
    format!(
        "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, G, H
      F = H(X)
      F = F + 8*G(X + 1) + 64*H(X)
      END
      DOUBLE PRECISION FUNCTION G(X)
      DOUBLE PRECISION X, T, H
      COMMON /C/ T
      LOGICAL FIRST
      SAVE FIRST
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
{body}      ENDIF
{between}      FIRST = .FALSE.
      G = T*X
      END
      RECURSIVE FUNCTION H(X) RESULT(Y)
      DOUBLE PRECISION X, Y, T, G
      COMMON /C/ T
      Y = X
      IF (X .GT. 0D0) Y = X + 2*H(X - 1)
{of_h}      END
"
    )
}

/// Recursion elsewhere, also in the body, leaves what is done once. A unit that comes back to its guard, before the
/// flag is set, executes the body again, and what calls itself may read results before.
#[test]
fn guards_of_units_that_call_themselves_stay() {
    let body = "      T = 3 + H(4D0)\n";
    is_gone(&with_recursion(body, "", ""));
    stays(&with_recursion("      T = T + 1\n", "      IF (X .GT. 1D0) T = T + H(X - 2)\n", "      Y = Y + G(X - 1)\n"));
    stays(&with_recursion(body, "", "      Y = Y + T\n"));
}

/// A kernel that initialises what DATA says has been: `DONE` may be assigned there, and elsewhere.
fn initialised(there: &str, elsewhere: &str) -> String {
    format!(
        "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, T
      LOGICAL DONE
      COMMON /STATE/ T(3), DONE
      IF (.NOT. DONE) CALL FILL(X)
      F = T(2)*X
      IF (X .GT. 1) THEN
{elsewhere}        IF (.NOT. DONE) F = F + 1
      ENDIF
      END
      SUBROUTINE FILL(X)
      DOUBLE PRECISION X, T
      LOGICAL DONE
      COMMON /STATE/ T(3), DONE
      T(2) = X
{there}      END
      BLOCK DATA
      DOUBLE PRECISION T
      LOGICAL DONE
      COMMON /STATE/ T(3), DONE
      DATA T /1D0, 2D0, 3D0/, DONE /.TRUE./
      END
"
    )
}

/// State that was set up before the rows: the rows would set it up again, if their flag did not say that it has been.
/// Then nothing assigns the table.
#[test]
fn a_flag_that_stays_as_it_starts_decides_for_good() {
    let is_constant = |program: &Program| {
        let f = program.unit("f").expect("the kernel");
        f.vars.iter().any(|(_, var)| var.name == "t" && var.storage == Storage::Constant)
    };
    let assigned = "      DONE = .TRUE.\n";
    for (there, elsewhere) in [("", ""), (assigned, ""), (assigned, assigned), ("      DONE = X .GT. 0\n", "")] {
        let (before, after) = computed(&initialised(there, elsewhere));
        assert!(asks(&before, "done") && !is_constant(&before), "{}", shown(&before));
        assert!(!asks(&after, "done") && is_constant(&after), "{}", shown(&after));
    }
    for elsewhere in ["      DONE = .FALSE.\n", "      DONE = X .GT. 2\n", "      CALL FLIP(DONE)\n"] {
        let flip = "      SUBROUTINE FLIP(L)\n      LOGICAL L\n      L = .NOT. L\n      END\n";
        let (_, after) = computed(&(initialised(assigned, elsewhere) + flip));
        assert!(asks(&after, "done") && !is_constant(&after), "{}", shown(&after));
    }
}
