//! Numbers of procedures, and the arms of calls for them.

use crate::common::{parse, run};
use forlane_cfg::text::print_program;
use forlane_cfg::verify::verify_program;
use forlane_interpreter::{LaneStatus, Scalar};
use forlane_rewrites::bind_procedures::bind_procedures;

/// F lets KEEP have a pointer to what it takes, which only a copy of KEEP knows, and calls it. OTHER has a number, but
/// takes more.
const PROGRAM: &str = r#"unit cfg function f "p.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var p: integer4 local varying s0
    var q: integer4 local varying s0
    var f: real8 result varying s0
    dummies x
    result f

    b0: ; start
        enter s0 @1
        if x > 1d0 goto b1 else b2 @2
    b1:
        call keep(procedure double, &p) @3
        goto b4 @3
    b2:
        if x > 0d0 goto b3 else b4 @4
    b3:
        call keep(procedure negated, &p) @5
        goto b4 @5
    b4:
        q = call "procedure%%number"(procedure other) @6
        f = call *p(x) @7
        leave s0 @8
        return @8
}
unit cfg subroutine keep "p.f" {
    scope s0 subprogram
    var g: real8 procedure uniform s0
    var p: integer4 dummy varying s0
    dummies g, p

    b0: ; start
        enter s0 @10
        p = call "procedure%%number"(procedure *g) @11
        leave s0 @12
        return @12
}
unit cfg function double "p.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var double: real8 result varying s0
    dummies x
    result double

    b0: ; start
        enter s0 @20
        double = x * 2d0 @21
        leave s0 @22
        return @22
}
unit cfg function negated "p.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var negated: real8 result varying s0
    dummies x
    result negated

    b0: ; start
        enter s0 @30
        negated = -x @31
        leave s0 @32
        return @32
}
unit cfg function other "p.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var y: real8 dummy varying s0
    var other: real8 result varying s0
    dummies x, y
    result other

    b0: ; start
        enter s0 @40
        other = x + y @41
        leave s0 @42
        return @42
}
"#;

/// A copy of a unit that takes procedures gives them numbers, after the call for a pointer had its first arms. Where
/// the pointer points to nothing, the lane fails.
#[test]
fn calls_have_arms_for_the_procedures_that_fit() {
    let mut program = parse(PROGRAM);
    assert!(verify_program(&program).is_ok());
    bind_procedures(&mut program).expect("few copies are made");
    let text = print_program(&program);
    assert!(verify_program(&program).is_ok(), "{text}");
    let main = text.split("\n}").next().unwrap_or_default();
    assert!(!main.contains("procedure%%number") && !main.contains("call *"), "{text}");
    let called = |name: &str| main.matches(&format!("call {name}(")).count();
    assert_eq!([called("double"), called("negated"), called("other")], [1, 1, 0], "{text}");
    for (lane, x) in run(&program).into_iter().zip([-1.5, 0.0, 0.25, 1.0, 2.5, 7.0]) {
        match lane {
            (LaneStatus::Returned, value) if x > 0.0 => {
                let expected = if x > 1.0 { 2.0 * x } else { -x };
                assert_eq!(value, Some(Scalar::Real8(expected)), "{text}");
            }
            (status, _) => assert!(x <= 0.0 && matches!(status, LaneStatus::Failed { .. }), "{x}: {status:?}"),
        }
    }
}
