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

/// What the programs of [`many_functions`] are like.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// WALK gives its function to STEP.
    Plain,
    /// The 50th function is an internal one that takes a variable of its host.
    Internal,
    /// WALK takes STEP as a dummy procedure, too, and gives it its function and another one.
    Given,
    /// STEP is called at a second entry.
    Entry,
}

/// A function `f` that gives 50 functions to WALK, which gives them to STEP. In copies of the `length` statements of
/// STEP the program would grow a hundredfold.
fn many_functions(length: usize, kind: Kind) -> String {
    let given = if kind == Kind::Given { ", step" } else { "" };
    let lines = |of: &dyn Fn(usize) -> String, count: usize| (0..count).map(of).collect::<Vec<_>>().join("\n");
    let externals = lines(&|at| format!("real(8), external :: f{at}"), 50);
    let sums = lines(&|at| format!("f = f + walk(f{at}, x{given})"), 49);
    let last = if kind == Kind::Internal { "inner" } else { "f49" };
    let more = if kind == Kind::Given { " + step(f0, x)" } else { "" };
    let statements = lines(&|at| format!("if (x > {at}.5d0) t = t + {at}"), length);
    let types = "real(8) step, x, t\nreal(8), external :: g\n";
    let head = match kind {
        Kind::Entry => format!("real(8) function other(y)\nreal(8) y\n{types}other = y\nreturn\nentry step(g, x)"),
        _ => format!("function step(g, x)\n{types}"),
    };
    let functions = lines(&|at| format!("real(8) function f{at}(x)\nreal(8) x\nf{at} = {at}*x\nend function"), 50);
    let source = format!(
        "real(8) function f(x)\nimplicit none\nreal(8) x\nreal(8), external :: walk, step\n{externals}\nf = 0\n{sums}\n\
         f = f + walk({last}, x{given})\ncontains\nreal(8) function inner(y)\nreal(8) y\ninner = 49*y + 0*x\n\
         end function\nend function\n\
         real(8) function walk(g, x{given})\nreal(8) x\nreal(8), external :: g, step, f0\nwalk = step(g, x){more}\n\
         end function\n\
         {head}\nt = 0\n{statements}\nstep = t + g(x)\nend function\n{functions}\n"
    );
    source.lines().map(|line| format!("      {line}\n")).collect()
}

/// Where copies would be a large program, units take the numbers of procedures; small ones, and those that internal
/// procedures come to, are copied. The results are the same.
#[test]
fn large_units_take_numbers() {
    let programs = [(20, Kind::Plain, true), (500, Kind::Plain, false), (500, Kind::Internal, true)];
    for (length, kind, has_copies) in programs.into_iter().chain([(500, Kind::Given, false), (500, Kind::Entry, false)])
    {
        let mut program = build_text("many.f", &many_functions(length, kind));
        bind_procedures(&mut program).expect("few copies are made");
        assert_eq!(verify_program(&program), Ok(()));
        let copied = program.units.iter().filter(|unit| unit.name.starts_with("walk(")).count();
        assert_eq!(copied, if has_copies { 50 } else { 0 }, "{length} {kind:?}");
        for (lane, x) in run(&program).into_iter().zip([-1.5, 0.0, 0.25, 1.0, 2.5, 7.0]) {
            let walked: f64 = (0..length).map(|at| at as f64).filter(|at| x > at + 0.5).sum();
            let more = if kind == Kind::Given { walked } else { 0.0 };
            let expected = (0..50).fold(0.0, |sum, at| sum + (walked + f64::from(at) * x + more));
            assert_eq!(lane, (LaneStatus::Returned, Some(Scalar::Real8(expected))), "{x} {kind:?}");
        }
    }
}
