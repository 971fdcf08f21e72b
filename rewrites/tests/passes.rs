//! The table of passes: where it starts and ends, what it dumps and refuses, and single passes by what they change.

use crate::common::{advance, build_text, parse};
use forlane_cfg::text::print_unit;
use forlane_cfg::{Program, Shape, Stage, Storage};
use forlane_interpreter::{Input, Interpreter, LaneOutcome, Options, Scalar};
use forlane_rewrites::find_constants::find_constants;
use forlane_rewrites::passes::{Inputs, PassError, PassOptions, PassReport, mask_unit, pass_names, run_to};
use forlane_rewrites::uniform_parts::UniformForm;
use std::fmt::Write;

const CALLS: &str = "
      SUBROUTINE KERNEL(X, N, OUT)
      INTEGER N, I
      REAL X, OUT(4), HALF
      EXTERNAL HALF
      DO 10 I = 1, 4
      OUT(I) = HALF(X + OUT(I))
      CALL STEP(X, N, OUT)
   10 CONTINUE
      CALL STEP(HALF(X), N, OUT)
      END
      REAL FUNCTION HALF(Y)
      REAL Y, TABLE(2)
      DATA TABLE /0.5, 0.25/
      INTEGER K
      HALF = Y
      DO 10 K = 1, 2
      IF (HALF .LT. 1.0) RETURN
   10 HALF = HALF * TABLE(K)
      END
      SUBROUTINE STEP(Y, N, A)
      INTEGER N
      REAL Y, A(4)
      Y = Y - 1.5
      IF (Y .LT. 0.0) GO TO 20
      N = N + 1
      A(2) = A(2) + Y
      RETURN
   20 A(1) = A(1) - Y
      END
";

fn run_kernel(program: &Program) -> Vec<LaneOutcome> {
    let lanes = 6;
    let arguments = [
        Input::Varying((0..lanes).map(|lane| Scalar::Real4(lane as f32 * 1.7)).collect()),
        Input::Varying((0..lanes).map(Scalar::Integer4).collect()),
        Input::LaneArrays((0..lanes).map(|lane| vec![Scalar::Real4(lane as f32); 4]).collect()),
    ];
    match Interpreter::new(program, Options::default()).run("kernel", &arguments, lanes as usize) {
        Ok(outcome) => outcome.lanes.into_iter().map(|lane| LaneOutcome { actions: 0, blocks: 0, ..lane }).collect(),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn inlined_calls_give_the_same() {
    let expected = run_kernel(&build_text("calls.f", CALLS));
    for inline_calls in [false, true] {
        let mut program = build_text("calls.f", CALLS);
        for stage in [Stage::Ssa, Stage::Structured, Stage::Masked] {
            advance(&mut program, stage, &Inputs::varying(), inline_calls);
            assert_eq!(run_kernel(&program), expected, "{stage:?}, inlined: {inline_calls}");
        }
        let calls = program.unit("kernel").map(|unit| print_unit(unit).matches(" call ").count());
        assert_eq!(calls.map(|calls| calls == 0), Some(inline_calls));
    }
}

/// The variables of a spliced callee belong to the caller's scope, so a call before that scope was entered became
/// assignments to variables that did not exist there.
#[test]
fn a_call_outside_of_its_callers_scope_stays() {
    const UNITS: &str = r#"
        unit cfg subroutine caller "" {
            scope s0 subprogram
            var x: real4 dummy varying s0
            dummies x
            b0:
                call note(1)
                enter s0
                call note(2)
                leave s0
                goto b1
            b1:
                call note(3)
                return
        }
        unit cfg subroutine note "" {
            scope s0 subprogram
            var i: integer4 dummy varying s0
            dummies i
            b0:
                enter s0
                leave s0
                return
        }"#;
    let mut program = parse(UNITS);
    advance(&mut program, Stage::Masked, &Inputs::varying(), true);
    let text = program.unit("caller").map(print_unit).unwrap_or_default();
    assert_eq!([1, 2, 3].map(|number| text.contains(&format!("call note({number})"))), [true, false, true], "{text}");
}

#[test]
fn a_unit_goes_on_from_its_stage_and_dumps_are_taken() {
    let mut program = build_text("calls.f", CALLS);
    let options = PassOptions { dump_after: Some("ssa".to_string()), ..PassOptions::default() };
    let mut report = PassReport::default();
    let step = |program: &mut Program, stage, report: &mut PassReport| {
        run_to(program, Some("half"), stage, &Inputs::default(), &options, report)
    };
    assert!(step(&mut program, Stage::Split, &mut report).is_ok());
    assert!(report.dumps.is_empty());
    let stages = |program: &Program| program.units.iter().map(|unit| unit.stage).collect::<Vec<_>>();
    assert_eq!(stages(&program), [Stage::Cfg, Stage::Split, Stage::Cfg]);
    assert!(step(&mut program, Stage::Structured, &mut report).is_ok());
    assert_eq!(report.dumps.len(), 1);
    assert!(report.dumps[0].text.starts_with("unit ssa function half"));
    let names: Vec<&str> = report.times.iter().map(|time| time.pass).collect();
    // Nothing is done once or made local but in whole programs, and no unit takes procedures that could be bound.
    assert_eq!(names, &pass_names()[3..names.len() + 3]);
    assert!(step(&mut program, Stage::Cfg, &mut report).is_ok(), "a unit that is further is left alone");
}

#[test]
fn unknown_names_are_refused() {
    let mut program = build_text("calls.f", CALLS);
    let mut report = PassReport::default();
    let options = PassOptions::default();
    let error = run_to(&mut program, Some("none"), Stage::Ssa, &Inputs::default(), &options, &mut report);
    assert!(matches!(error, Err(PassError::UnknownUnit(name)) if name == "none"));
    let options = PassOptions { dump_after: Some("none".to_string()), ..options };
    let error = run_to(&mut program, None, Stage::Ssa, &Inputs::default(), &options, &mut report);
    assert!(matches!(error, Err(PassError::UnknownPass { .. })));
}

#[test]
fn a_masked_copy_is_made_for_the_shapes_of_its_arguments() {
    let text = "
      FUNCTION F(N, A)
      INTEGER N, I
      REAL A(N)
      F = 0.0
      DO 10 I = 1, N
   10 F = F + A(I)
      END
";
    let mut program = build_text("sum.f", text);
    advance(&mut program, Stage::Ssa, &Inputs::default(), true);
    let masked =
        |shapes: &[Shape]| mask_unit(&program, "f", shapes, &PassOptions::default(), &mut PassReport::default());
    let text = |shapes: &[Shape]| masked(shapes).map(|unit| print_unit(&unit)).unwrap_or_default();
    let (uniform, varying) = (Shape::Uniform, Shape::Varying);
    let common = text(&[uniform, uniform]);
    let (_, tree) = common.split_once("tree").unwrap_or_default();
    assert!(!tree.contains("varying"), "{common}");
    let own = text(&[uniform, varying]);
    assert!(own.contains("count.1 integer4 uniform") && own.contains(":f real4 varying"), "{own}");
    let trips = text(&[varying, uniform]);
    assert!(trips.contains("i integer4 uniform =") && trips.contains("(v4:f) varying @6"), "{trips}");
    assert!(matches!(masked(&[uniform]), Err(PassError::ShapeCount { dummies: 2, shapes: 1, .. })));
}

#[test]
fn an_irreducible_loop_that_was_read_at_stage_ssa_gets_a_dispatch_head() {
    let mut program = parse(
        "unit ssa subroutine s \"s.f\" {
    scope s0 subprogram
    var x: logical dummy varying s0
    dummies x
    b0:
        enter s0
        v0:x logical = x
        if v0:x goto b1 else b2
    b1:
        goto b3
    b2:
        goto b4
    b3:
        goto b4
    b4:
        if v0:x goto b5 else b6
    b5:
        goto b3
    b6:
        leave s0
        return
}
",
    );
    let unit = &program.units[0];
    let refused = forlane_rewrites::structurize::structurize(&mut unit.clone(), Some(UniformForm::Tree));
    assert_eq!(
        refused.err().map(|error| error.to_string()).unwrap_or_default(),
        "a loop is entered at 2 blocks: b3, b4"
    );
    advance(&mut program, Stage::Masked, &Inputs::default(), true);
    let text = print_unit(&program.units[0]);
    assert!(text.contains("entry.2 logical varying") && !text.contains("switch"), "{text}");
}

/// A jump to one label from each of thousands of lines must neither overflow a stack nor nest that deep.
#[test]
fn long_chains_stay_flat() {
    let mut text = String::from("      SUBROUTINE S(X)\n");
    for line in 0..2000 {
        let _ = writeln!(text, "      IF (X .GT. {line}.0) GO TO 90000");
    }
    text.push_str("90000 X = 1.0\n      END\n");
    let mut program = build_text("chain.f", &text);
    advance(&mut program, Stage::Masked, &Inputs::default(), true);
    let text = print_unit(&program.units[0]);
    let deepest = text.lines().map(|line| line.len() - line.trim_start().len()).max();
    assert!(deepest.is_some_and(|depth| depth <= 16), "{deepest:?}");
}

#[test]
fn tables_that_nobody_assigns_are_constants() {
    let source = "      FUNCTION S(X)
      DIMENSION C(3), D(3)
      DATA C/1.,2.,3./, D/3*0./, EPS/1E-3/
      S = POLY(X, C) + D(1) + EPS
      CALL CLEAR(D)
      END
      FUNCTION POLY(X, C)
      DIMENSION C(3)
      POLY = C(1) + X*(C(2) + X*C(3))
      END
      SUBROUTINE CLEAR(D)
      DIMENSION D(3)
      D(1) = 0
      END
";
    let mut program = build_text("tables.f", source);
    find_constants(&mut program);
    let storage =
        |name: &str| program.units[0].vars.iter().find(|(_, var)| var.name == name).map(|(_, var)| var.storage);
    assert_eq!(storage("c"), Some(Storage::Constant));
    assert_eq!(storage("d"), Some(Storage::Static));
    // The scalar stands for its value everywhere.
    assert_eq!(storage("eps"), None);
}
