//! Which kept scalars become local, and which must stay: each source is run before and after by the reference
//! interpreter.

use crate::common::{build_text, run};
use forlane_cfg::verify::verify_program;
use forlane_cfg::{Program, Storage, text};
use forlane_rewrites::kernel_program::{Allowed, kernel_program};
use forlane_rewrites::localize_scalars::localize_scalars;

/// The program of F(X) after the rewrite, which does what it did before.
fn localized(source: &str) -> Program {
    let before = kernel_program(&build_text("saved.f", source), "f", Allowed::default())
        .expect("nothing is passed that does not fit")
        .program;
    let mut after = before.clone();
    localize_scalars(&mut after);
    if let Err(errors) = verify_program(&after) {
        panic!("{errors:?}\n{}", shown(&after));
    }
    assert_eq!(run(&before), run(&after), "{}", shown(&after));
    after
}

fn shown(program: &Program) -> String {
    program.units.iter().map(text::print_unit).collect()
}

/// Whether T is local in G after the rewrite.
fn is_local(source: &str) -> bool {
    let program = localized(source);
    let g = program.unit("g").expect("each source has a function G");
    let t = g.vars.iter().find(|(_, var)| var.name == "t").expect("each G has a variable T").1;
    t.storage == Storage::Local
}

/// F calls G twice; G has those declarations and does that.
fn program(declarations: &str, body: &str) -> String {
    format!(
        "      DOUBLE PRECISION FUNCTION F(X)
      DOUBLE PRECISION X, G
      F = G(X)
      F = F + 8*G(X + 1)
      END
      DOUBLE PRECISION FUNCTION G(X)
      DOUBLE PRECISION X, T, U
      INTEGER I
{declarations}{body}      END
"
    )
}

const SAVE: &str = "      SAVE\n      DATA U /0D0/\n";

#[test]
fn what_is_assigned_before_it_is_read_is_local() {
    assert!(is_local(&program(SAVE, "      T = X*X\n      G = T + 1\n")));
    let loop_over_t = "      T = 0\n      DO 10 I = 1, 4\n   10 T = T + X\n      G = T\n";
    assert!(is_local(&program(SAVE, loop_over_t)));
}

/// The second call sees what the first one left.
#[test]
fn what_the_next_execution_reads_stays() {
    assert!(!is_local(&program(SAVE, "      T = T + X\n      G = T\n")));
    assert!(!is_local(&program(SAVE, "      IF (X .LT. 1) T = X\n      G = T\n")));
    let in_loop = "      G = 0\n      DO 10 I = 1, INT(X)\n   10 T = X\n      IF (X .GT. 2) G = T\n";
    assert!(!is_local(&program(SAVE, in_loop)));
}

/// SET may leave it as it is.
#[test]
fn what_is_passed_to_be_assigned_first_stays() {
    let set = "      SUBROUTINE SET(T, X)\n      DOUBLE PRECISION T, X\n      IF (X .LT. 1) T = X\n      END\n";
    let source = program(SAVE, "      CALL SET(T, X)\n      G = T\n") + set;
    assert!(!is_local(&source));
    let source = program(SAVE, "      T = 3\n      CALL SET(T, X)\n      G = T\n") + set;
    assert!(is_local(&source));
}

/// An empty field leaves the variable as it is.
#[test]
fn what_input_may_leave_stays() {
    let read = "      CHARACTER*4 LINE\n      SAVE\n";
    let body = "      LINE = ','\n      IF (X .GT. 1) LINE = '7'\n      READ (LINE, *) T\n      G = T\n";
    assert!(!is_local(&program(read, body)));
}

#[test]
fn one_unit_alone_may_name_what_is_in_an_area() {
    let common = "      COMMON /C/ T, U\n";
    let body = "      T = X*X\n      G = T + 1\n";
    let source = program(common, body);
    assert!(is_local(&source));
    let declared = source.replace("PRECISION X, G\n", "PRECISION X, G, T, U\n      COMMON /C/ T, U\n");
    assert!(is_local(&declared), "F declares it, but does not name it");
    let read = declared.replace("G(X + 1)\n", "G(X + 1) + T\n");
    assert!(!is_local(&read));
    let equivalent =
        program("      DOUBLE PRECISION E(2)\n      EQUIVALENCE (E, T)\n", "      T = X\n      G = E(1)\n");
    assert!(!is_local(&equivalent));
}
