//! One unit at all stages.

use super::*;
use pretty_assertions::assert_eq;

/// How many steps the Collatz sequence takes to 1, which is also what becomes of the argument.
const HEAD: &str = r#" function collatz "c.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var collatz: integer4 result varying s0
    dummies n
    result collatz
"#;

const CFG: &str = "
    b0:
        enter s0 @1
        goto b1
    b1:
        if n == 1 goto b2 else b3 @2
    b3:
        if mod(n, 2) == 0 goto b4 else b5 @3
    b4:
        n = n / 2 @4
        goto b6
    b5:
        n = (3 * n) + 1 @5
        goto b6
    b6:
        collatz = collatz + 1 @6
        goto b1
    b2:
        leave s0 @7
        return
}
";

const SSA: &str = "
    b0:
        enter s0 @1
        v0:n integer4 = n
        v1:c integer4 = 0
        goto b1
    b1:
        merge v2:n integer4 = b0 v0:n, b6 v4:n
        merge v3:c integer4 = b0 v1:c, b6 v7:c
        if v2:n == 1 goto b2 else b3 @2
    b3:
        if mod(v2:n, 2) == 0 goto b4 else b5 @3
    b4:
        v5:n integer4 = v2:n / 2 @4
        goto b6
    b5:
        v6:n integer4 = (3 * v2:n) + 1 @5
        goto b6
    b6:
        merge v4:n integer4 = b4 v5:n, b5 v6:n
        v7:c integer4 = v3:c + 1 @6
        goto b1
    b2:
        leave s0 @7
        return n = v2:n, collatz = v3:c
}
";

/// The step counter is uniform in the loop, as all lanes in it are in the same turn, and varying after it.
pub(super) const MASKED: &str = "
    tree r0 {
        enter s0 @1
        v0:n integer4 varying = n
        v1:c integer4 uniform = 0
        scope L0 -> (v8:n integer4 varying, v9:c integer4 varying) varying r1 {
            loop L1 (v2:n integer4 varying = v0:n, v3:c integer4 uniform = v1:c) varying r2 {
                if v2:n == 1 varying @2 r3 {
                    exit L0 (v2:n, v3:c) varying @2
                } else r4 {
                }
                if mod(v2:n, 2) == 0 -> (v4:n integer4 varying) varying @3 r5 {
                    v5:n integer4 varying = v2:n / 2 @4
                    yield (v5:n)
                } else r6 {
                    v6:n integer4 varying = (3 * v2:n) + 1 @5
                    yield (v6:n)
                }
                v7:c integer4 uniform = v3:c + 1 @6
                again L1 (v4:n, v7:c) uniform
            }
            unreachable
        }
        leave s0 @7
        return n = v8:n, collatz = v9:c
    }
}
";

pub(super) fn collatz(stage: &str, body: &str) -> String {
    format!("unit {stage}{HEAD}{body}")
}

/// A new program for each stage; the masked one at the end.
fn all_stages() -> Vec<String> {
    let masked = collatz("masked", MASKED);
    let graphs = [collatz("cfg", CFG), collatz("split", CFG), collatz("ssa", SSA)];
    graphs.into_iter().chain([structured(&masked), masked]).collect()
}

#[test]
fn all_stages_and_gangs_give_the_same() {
    let inputs = [1, 7, 27, 2, 97, 1, 6, 9, 3, 871];
    for text in all_stages() {
        for gang in [1, 2, 4, 8, 64] {
            let options = Options { gang, ..Options::default() };
            let lanes = lanes_of(run_with(&text, "collatz", &[integers(&inputs)], inputs.len(), options));
            let expected = [0, 16, 111, 1, 118, 0, 8, 19, 7, 178].map(Some);
            assert_eq!(results(&lanes), expected, "{text}");
            for lane in lanes {
                assert_eq!(lane.arguments, [ArgumentValue::Scalar(Scalar::Integer4(1))]);
            }
        }
    }
}

/// Lanes wait for each other, but each does what it would do alone, in the same order.
#[test]
fn a_lane_does_the_same_under_masks_as_alone() {
    let masked = collatz("masked", MASKED);
    let options = Options { trace: true, ..Options::default() };
    let inputs = [integers(&[27, 1, 3, 8])];
    let together = lanes_of(run_with(&masked, "collatz", &inputs, 4, options));
    let alone = lanes_of(run_with(&structured(&masked), "collatz", &inputs, 4, options));
    assert_eq!(together, alone);
    assert_eq!(together[1].trace.len(), 2, "{:?}", together[1].trace);
    let define = |value, is| Event::Define { value, is: Scalar::Integer4(is) };
    let steps = [define(0, 8), define(1, 0), define(5, 4), define(7, 1), define(5, 2), define(7, 2), define(5, 1)];
    assert_eq!(together[3].trace[..7], steps);
}

/// A lane that never comes to an end uses up its fuel; the others have their results.
#[test]
fn a_lane_without_fuel_ends_alone() {
    for text in all_stages() {
        let options = Options { fuel: 2_000, ..Options::default() };
        let lanes = lanes_of(run_with(&text, "collatz", &[integers(&[7, 0, 27])], 3, options));
        let statuses: Vec<_> = lanes.iter().map(|lane| lane.status.clone()).collect();
        assert_eq!(statuses, [LaneStatus::Returned, LaneStatus::OutOfFuel, LaneStatus::Returned], "{text}");
        assert_eq!(results(&lanes), [Some(16), None, Some(111)]);
    }
}

const SWITCH: &str = r#"unit masked function pick "p.f" {
    file f1 "part.inc"
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var a: integer4[3] constant uniform s0 = 0 for 1: 10, 1 for 2: 20
    var pick: integer4 result varying s0
    dummies n
    result pick
    tree r0 {
        v0:n integer4 varying = n
        switch v0:n -> (v1:p integer4 varying) varying @2 {
            case 1 | 2 r1 {
                v2:p integer4 varying = a[v0:n] / (v0:n - 1) @3
                yield (v2:p)
            }
            case 7 r2 {
                stop 3 @4
            }
            default r3 {
                v3:p integer4 varying = a[v0:n] @f1:5
                yield (v3:p)
            }
        }
        return pick = v1:p
    }
}
"#;

#[test]
fn each_lane_fails_or_stops_alone() {
    for text in [structured(SWITCH), SWITCH.to_owned()] {
        let lanes = lanes_of(run(&text, "pick", &[integers(&[1, 2, 7, 3, 0, -1])], 6));
        let failed = |reason, file: &str, line| {
            let (unit, file) = ("pick".to_owned(), file.to_owned());
            LaneStatus::Failed { reason, unit, file, line }
        };
        let out_of_bounds = || Failure::OutOfBounds { array: "a".to_owned() };
        let statuses: Vec<_> = lanes.iter().map(|lane| lane.status.clone()).collect();
        let expected = [
            failed(Failure::DivideByZero, "p.f", 3),
            LaneStatus::Returned,
            LaneStatus::Stopped(forlane_cfg::StopCode::Number(3)),
            failed(out_of_bounds(), "part.inc", 5),
            LaneStatus::Returned,
            failed(out_of_bounds(), "part.inc", 5),
        ];
        assert_eq!(statuses, expected);
        assert_eq!(results(&lanes), [None, Some(20), None, None, Some(10), None]);
    }
}

#[test]
fn a_main_program_prints_and_stops() {
    let text = r#"unit cfg program main "m.f" {
        scope s0 subprogram
        var a: integer4[2] local varying s0
        var x: real8 local varying s0
        b0:
            a[1] = 4
            x = (2d0 ** 3) + real8(a[1])
            io write_unit(6)
            io write("a =")
            io write_array(&a[])
            io write(x)
            io end()
            io write_unit(6)
            io end()
            stop "done"
        }"#;
    let lanes = lanes_of(run(text, "main", &[], 1));
    assert_eq!(lanes[0].printed, [" a =           0           4   12.000000000000000     ", ""]);
    assert_eq!(lanes[0].status, LaneStatus::Stopped(forlane_cfg::StopCode::Text("done".to_owned())));
}

/// A chain of operations may be long: it is walked, not recursed into.
#[test]
fn a_long_chain_is_evaluated_in_a_loop() {
    use forlane_cfg::{Action, ActionKind, Body, Expr, IntegerBinary, IntegerExpr, IntegerKind, SourceLine};
    let mut program = parse(&collatz("cfg", CFG));
    let one = || IntegerExpr::Constant(IntegerKind::I4, 1);
    let sum = (0..5_000).fold(one(), |sum, _| IntegerExpr::Binary(IntegerBinary::Add, Box::new(sum), Box::new(one())));
    let target = program.units[0].dummies[0];
    let Body::Graph(graph) = &mut program.units[0].body else { panic!("a graph") };
    let kind = ActionKind::Assign { target, value: Expr::Integer(sum) };
    graph.blocks[graph.start].actions.push(Action { kind, at: SourceLine::own(1) });
    let outcome = Interpreter::new(&program, Options::default()).run("collatz", &[integers(&[1])], 1);
    assert_eq!(results(&lanes_of(outcome)), [Some(64)]);
}
