//! Numbers of procedures, and the arms of calls for them.

use crate::common::{build_text, parse, run};
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

/// A function `f` that gives 50 functions to WALK, which gives them to STEP. In copies of its `length` statements the
/// program would grow a hundredfold. The 50th function is an internal one that takes a variable of its host, if wanted.
fn many_functions(length: usize, has_internal: bool) -> String {
    let mut lines = vec!["real(8) function f(x)".to_owned(), "implicit none".to_owned()];
    let mut add = |line: String| lines.push(line);
    add("real(8) x".to_owned());
    add("real(8), external :: walk".to_owned());
    (0..50).for_each(|at| add(format!("real(8), external :: f{at}")));
    add("f = 0".to_owned());
    (0..49).for_each(|at| add(format!("f = f + walk(f{at}, x)")));
    add(format!("f = f + walk({}, x)", if has_internal { "inner" } else { "f49" }));
    let ends = ["contains", "real(8) function inner(y)", "real(8) y", "inner = 49*y + 0*x", "end function"];
    ends.into_iter().for_each(|line| add(line.to_owned()));
    let walk = ["end function", "real(8) function walk(g, x)", "real(8) x, t", "real(8), external :: g, step", "t = 0"];
    walk.into_iter().for_each(|line| add(line.to_owned()));
    (0..length).for_each(|at| add(format!("if (x > {at}.5d0) t = t + {at}")));
    let step =
        ["walk = t + step(g, x)", "end function", "real(8) function step(g, x)", "real(8) x", "real(8), external :: g"];
    step.into_iter().for_each(|line| add(line.to_owned()));
    ["step = g(x)", "end function"].into_iter().for_each(|line| add(line.to_owned()));
    for at in 0..50 {
        add(format!("real(8) function f{at}(x)"));
        add("real(8) x".to_owned());
        add(format!("f{at} = {at}*x"));
        add("end function".to_owned());
    }
    lines.iter().map(|line| format!("      {line}\n")).collect()
}

/// Where copies would be a large program, units take the numbers of procedures; small ones, and those that internal
/// procedures come to, are copied. The results are the same.
#[test]
fn large_units_take_numbers() {
    for (length, has_internal, has_copies) in [(20, false, true), (500, false, false), (500, true, true)] {
        let mut program = build_text("many.f90", &many_functions(length, has_internal));
        bind_procedures(&mut program).expect("few copies are made");
        assert_eq!(verify_program(&program), Ok(()));
        let copied = program.units.iter().filter(|unit| unit.name.starts_with("walk(")).count();
        assert_eq!(copied, if has_copies { 50 } else { 0 }, "{length} {has_internal}");
        for (lane, x) in run(&program).into_iter().zip([-1.5, 0.0, 0.25, 1.0, 2.5, 7.0]) {
            let walked: f64 = (0..length).map(|at| at as f64).filter(|at| x > at + 0.5).sum();
            let expected = (0..50).fold(0.0, |sum, at| sum + (walked + f64::from(at) * x));
            assert_eq!(lane, (LaneStatus::Returned, Some(Scalar::Real8(expected))), "{x}");
        }
    }
}
