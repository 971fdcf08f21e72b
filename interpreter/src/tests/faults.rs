//! Units that break a rule of their stage: each is found, and said to be the compiler's fault.

use super::stages::{MASKED, collatz};
use super::*;

/// What is wrong with the masked Collatz unit after a replacement.
fn fault(from: &str, to: &str) -> String {
    let text = collatz("masked", &MASKED.replacen(from, to, 1));
    assert!(MASKED.contains(from), "{from}");
    match run(&text, "collatz", &[integers(&[3, 1, 4, 1])], 4) {
        Err(error @ InterpreterError::Broken { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_uniform_must_be() {
    let differing = fault("v2:n integer4 varying =", "v2:n integer4 uniform =");
    assert!(differing.contains("v2 is uniform, but differs"), "{differing}");
    let disagreeing = fault("== 1 varying", "== 1 uniform");
    assert_eq!(disagreeing, "compiler fault: in `collatz`, c.f:2: active lanes disagree at a uniform branch");
    let waiting = fault("exit L0 (v2:n, v3:c) varying", "exit L0 (v2:n, v3:c) uniform");
    assert!(waiting.contains("lanes wait inside the target of a uniform jump"), "{waiting}");
    let leaving = fault("v1:c) varying r2", "v1:c) uniform r2");
    assert!(leaving.contains("some lanes leave a uniform loop, others do not"), "{leaving}");
    let undecided = fault("v1:c) varying r2", "v1:c) r2");
    assert!(undecided.contains("undecided"), "{undecided}");
}

/// Lanes of a graph go to one block together, and leave a uniform one together.
#[test]
fn lanes_of_a_graph_stay_together() {
    let unit = |control: &str, end: &str| {
        format!(
            "unit masked subroutine part \"p.f\" {{
        scope s0 subprogram
        var k: integer4 dummy varying s0
        dummies k
        tree r0 {{
            v0:k integer4 varying = k
            scope L0 varying r1 {{
                graph {control} {{
                    block L1 r2 {{
                        if v0:k > 1 varying r3 {{
                            {end}
                        }} else r4 {{
                        }}
                        goto L2 uniform
                    }}
                    block L2 r5 {{
                        exit L0 varying
                    }}
                }}
                unreachable
            }}
            return
        }}
    }}"
        )
    };
    let broken = |text: &str| match run(text, "part", &[integers(&[1, 2])], 2) {
        Err(error @ InterpreterError::Broken { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let parting = broken(&unit("varying", "goto L1 varying"));
    assert!(parting.contains("lanes of a graph jump to different blocks"), "{parting}");
    let leaving = broken(&unit("uniform", "exit L0 varying"));
    assert!(leaving.contains("some lanes leave a uniform graph, others do not"), "{leaving}");
    assert!(run(&unit("varying", "exit L0 varying"), "part", &[integers(&[1, 2])], 2).is_ok());
}

#[test]
fn control_and_values_must_arrive() {
    let unreached = fault("again L1 (v4:n, v7:c) uniform", "unreachable");
    assert!(unreached.contains("lanes reach the unreachable end of a region"), "{unreached}");
    let falling = fault("again L1 (v4:n, v7:c) uniform", "yield (v4:n)");
    assert!(falling.contains("a loop body or the unit falls through"), "{falling}");
    let undefined = fault("yield (v5:n)", "yield (v6:n)");
    assert!(undefined.contains("v6 is read where the lane has not defined it"), "{undefined}");
    let unlike = fault("yield (v5:n)", "yield");
    assert!(unlike.contains("the number of values"), "{unlike}");
    let open = fault("leave s0", "io write_unit(6)");
    assert!(open.contains("a scope is still active at a return"), "{open}");
}

#[test]
fn a_uniform_dummy_argument_is_bound_to_one_object() {
    let text = r#"unit masked subroutine first "f.f" {
        scope s0 subprogram
        var k: integer4 dummy uniform s0
        var a: integer4[*] dummy uniform s0
        dummies k, a
        tree r0 {
            v0:x integer4 uniform = a[k]
            return
        }
    }"#;
    let array = Input::SharedArray(vec![Scalar::Integer4(5); 3]);
    let bound = |k: &[i32], a: &Input| run(text, "first", &[integers(k), a.clone()], 2).map(|_| ());
    assert_eq!(bound(&[1, 1], &array), Ok(()));
    assert!(matches!(bound(&[1, 2], &array), Err(InterpreterError::ArgumentMismatch { .. })));
    let apart = Input::LaneArrays(vec![vec![Scalar::Integer4(5); 3]; 2]);
    assert!(matches!(bound(&[1, 1], &apart), Err(InterpreterError::ArgumentMismatch { .. })));
    let assigned = text.replace("v0:x integer4 uniform = a[k]", "a[k] = 1 @9");
    let error = run(&assigned, "first", &[integers(&[1]), array], 1).map(|_| ());
    let (unit, array, place) = ("first".to_owned(), "a".to_owned(), "f.f:9".to_owned());
    assert_eq!(error, Err(InterpreterError::SharedArrayAssigned { unit, array, place }));
}

#[test]
fn a_merge_needs_an_operand_for_the_block_control_came_from() {
    let text = "unit ssa subroutine s \"s.f\" {\nscope s0 subprogram\nb0:\nv0: integer4 = 1\ngoto b1\nb1:\n\
                merge v1: integer4 = b2 v0:\nreturn\nb2:\ngoto b1\n}\n";
    let error = run(text, "s", &[], 1).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(error, Err("compiler fault: in `s`, s.f:0: v1 has no operand for b0".to_owned()));
}
