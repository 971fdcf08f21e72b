//! Loops, merges, switches, STOP, and the counting of lanes.

use super::{GANGS, compile, kernels, options};
use crate::support::compile_kernel;
use forlane_cfg::{Program, Shape};
use forlane_jit::runtime::site::StopOperand;
use forlane_jit::{ArgumentShape, Binding, CompileOptions, SiteReason, Values, ValuesMut};
use forlane_rewrites::passes::{PassOptions, PassReport, mask_unit};
use std::sync::atomic::AtomicU32;

/// The length of the Collatz sequence: two merges that swap places, and a STOP for what is not positive.
const COLLATZ: &str = r#"unit ssa function steps "collatz.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var steps: integer4 result varying s0
    dummies n
    result steps

    b0:
        enter s0
        v0:n integer4 = n
        v1:k integer4 = 0
        if v0:n <= 0 goto b6 else b7
    b7:
        goto b1
    b1:
        merge v2:n integer4 = b7 v0:n, b5 v6:n
        merge v3:k integer4 = b7 v1:k, b5 v7:k
        if v2:n == 1 goto b2 else b3 @3
    b2:
        leave s0
        return n = v2:n, steps = v3:k
    b3:
        if mod(v2:n, 2) == 0 goto b4 else b8
    b4:
        v4:n integer4 = v2:n / 2
        goto b5
    b8:
        v5:n integer4 = (v2:n * 3) + 1
        goto b5
    b5:
        merge v6:n integer4 = b4 v4:n, b8 v5:n
        v7:k integer4 = v3:k + 1
        goto b1
    b6:
        leave s0
        stop 3 @9
}
"#;

#[test]
fn loops_and_merges() {
    for kernel in kernels(COLLATZ, "steps", &[ArgumentShape::Column]) {
        assert!(kernel.parameters()[0].is_read && kernel.parameters()[0].is_assigned);
        let n = [1, 2, 3, 27, 0, 97];
        let (mut n_out, mut steps, mut statuses) = ([9; 6], [9; 6], [0; 6]);
        let mut bindings = [
            Binding::Column { input: Some(Values::I32(&n)), output: Some(ValuesMut::I32(&mut n_out)) },
            Binding::Column { input: None, output: Some(ValuesMut::I32(&mut steps)) },
        ];
        let report = kernel.run(&mut bindings, &mut statuses).unwrap();
        assert_eq!((report.rows, report.counts.len()), (6, 0));
        // What stopped has no results.
        assert_eq!(steps, [0, 1, 7, 111, 0, 118]);
        assert_eq!(n_out, [1, 1, 1, 1, 0, 1]);
        let site = kernel.site(statuses[4]).unwrap();
        assert_eq!((&site.reason, site.line), (&SiteReason::Stop(StopOperand::Number(3)), 9));
        assert_eq!(site.to_string(), "STOP 3 at collatz.f:9 in steps");
        assert_eq!(statuses.iter().filter(|status| **status == 0).count(), 5);
    }
}

/// The head of the loop is executed once more than the longest of the rows repeats it, with the lanes that go on.
#[test]
fn executions_and_active_lanes_are_counted_by_line() {
    for (gang, expected) in [(1, (20, 20)), (4, (9, 20)), (8, (9, 20))] {
        let counting = CompileOptions { count_lanes: true, ..options(gang) };
        let kernel = compile(COLLATZ, "steps", &[ArgumentShape::Column], &counting).unwrap();
        let mut bindings = [
            Binding::Column { input: Some(Values::I32(&[1, 2, 3, 6])), output: None },
            Binding::Column { input: None, output: None },
        ];
        let report = kernel.run(&mut bindings, &mut [0; 4]).unwrap();
        let counts = kernel.counters().iter().zip(&report.counts);
        let at_head = counts.filter(|(counter, _)| counter.work.iter().any(|(place, _)| place.line == 3));
        let found: Vec<(u64, u64)> = at_head.map(|(_, count)| (count.executions, count.active)).collect();
        assert!(found.contains(&expected), "gang {gang}: {found:?}");
    }
}

/// An endless loop ends when it is interrupted.
#[test]
fn interrupts() {
    let text = r#"unit ssa subroutine spin "spin.f" {
    scope s0 subprogram
    b0:
        enter s0
        goto b1
    b1:
        goto b1 @4
}
"#;
    // Two blocks of a graph that go to each other, as lanes take it.
    let graph = r#"unit masked subroutine spin "spin.f" {
    scope s0 subprogram
    tree r0 {
        enter s0
        graph uniform @4 {
            block L0 r1 {
                goto L1 uniform @4
            }
            block L1 r2 {
                goto L0 uniform @4
            }
        }
        unreachable
    }
}
"#;
    for (text, gang) in [(text, 1), (graph, 4)] {
        assert_interrupted(text, gang);
    }
}

/// Recursion may take as long as a loop, without one: here, 2**1000 calls.
#[test]
fn interruptions_of_recursion() {
    let text = r#"unit ssa subroutine twice "spin.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    dummies n
    b0:
        enter s0
        v0:n integer4 = n
        if v0:n > 0 goto b1 else b2
    b1:
        call twice(v0:n - 1) @3
        call twice(v0:n - 1) @4
        leave s0
        return
    b2:
        leave s0
        return
}
unit ssa subroutine spin "spin.f" {
    scope s0 subprogram
    b0:
        enter s0
        call twice(1000) @9
        leave s0
        return
}
"#;
    for gang in [1, 4] {
        assert_interrupted(text, gang);
    }
}

/// Runs `spin` for two rows until it is interrupted.
fn assert_interrupted(text: &str, gang: usize) {
    let kernel = compile(text, "spin", &[], &CompileOptions { interruptible: true, ..options(gang) }).unwrap();
    // On a busy machine the run may not have begun when it is interrupted; it gets more time then.
    for milliseconds in [5, 50, 500, 5000] {
        let interrupt = AtomicU32::new(0);
        let mut statuses = [0; 2];
        let report = std::thread::scope(|scope| {
            let run = scope.spawn(|| kernel.run_until(&mut [], &mut statuses, &interrupt));
            std::thread::sleep(std::time::Duration::from_millis(milliseconds));
            interrupt.store(1, std::sync::atomic::Ordering::Relaxed);
            run.join().unwrap().unwrap()
        });
        if report.rows > 0 {
            assert_eq!(report.rows, gang.min(2));
            assert_eq!(kernel.site(statuses[0]).unwrap().reason, SiteReason::Interrupted);
            return;
        }
    }
    panic!("no row was run");
}

/// Values far apart, negative ones, and selectors of both kinds.
#[test]
fn switches() {
    for kind in ["integer4", "integer8"] {
        let text = format!(
            r#"unit ssa function pick "pick.f" {{
    scope s0 subprogram
    var n: {kind} dummy varying s0
    var pick: integer4 result varying s0
    dummies n
    result pick

    b0:
        enter s0
        v0:n {kind} = n
        switch v0:n [1 | 2 | 3 => b1, -5 => b2, 2000000000 => b3, default => b4]
    b1:
        v1: integer4 = 10
        goto b5
    b2:
        v2: integer4 = 20
        goto b5
    b3:
        v3: integer4 = 30
        goto b5
    b4:
        v4: integer4 = 40
        goto b5
    b5:
        merge v5: integer4 = b1 v1:, b2 v2:, b3 v3:, b4 v4:
        leave s0
        return pick = v5:
}}
"#
        );
        for kernel in kernels(&text, "pick", &[ArgumentShape::Column]) {
            let n = [0i64, 1, 2, 3, 4, -5, 2000000000, -2147483648];
            let narrow: Vec<i32> = n.iter().map(|n| *n as i32).collect();
            let mut out = [0; 8];
            let input = if kind == "integer4" { Values::I32(&narrow) } else { Values::I64(&n) };
            let mut bindings = [
                Binding::Column { input: Some(input), output: None },
                Binding::Column { input: None, output: Some(ValuesMut::I32(&mut out)) },
            ];
            kernel.run(&mut bindings, &mut [0; 8]).unwrap();
            assert_eq!(out, [40, 10, 10, 10, 40, 20, 30, 40], "{kind}");
        }
    }
}

/// Eight lanes where each has 64 bits of its own, else sixteen: a wide value that all lanes share does not count.
#[test]
fn gang_sizes() {
    let size = |text: &str, shapes: &[ArgumentShape]| {
        let free = CompileOptions { gang: None, ..options(1) };
        compile(text, "f", shapes, &free).unwrap().gang()
    };
    let text = r#"unit ssa function f "f.f" {
    scope s0 subprogram
    var x: real4 dummy varying s0
    var n: integer8 dummy varying s0
    var f: real4 result varying s0
    dummies x, n
    result f

    b0:
        enter s0
        v0:x real4 = x
        v1:n integer8 = n
        v2: real4 = v0:x * real4(v1:n + 1_8)
        leave s0
        return f = v2:
}
"#;
    use ArgumentShape::{Column, Uniform};
    assert_eq!(size(text, &[Column, Uniform]), 16);
    assert_eq!(size(text, &[Column, Column]), 8);
    assert_eq!(size(&text.replace("real4(v1:n + 1_8)", "real4(real8(v0:x))"), &[Column, Uniform]), 8);
    assert_eq!(size(&text.replace("integer8", "integer4").replace("_8", ""), &[Column, Column]), 16);
}

/// A unit that was masked before is compiled as it is, for one lane too.
#[test]
fn masked_units() {
    let program = super::parse(COLLATZ);
    let masked =
        mask_unit(&program, "steps", &[Shape::Varying], &PassOptions::default(), &mut PassReport::default()).unwrap();
    let program = Program { units: vec![masked] };
    for gang in GANGS {
        let kernel = compile_kernel(&program, "steps", &[ArgumentShape::Column], &options(gang)).unwrap();
        let (mut steps, mut statuses) = ([9; 4], [0; 4]);
        let mut bindings = [
            Binding::Column { input: Some(Values::I32(&[27, -4, 1, 97])), output: None },
            Binding::Column { input: None, output: Some(ValuesMut::I32(&mut steps)) },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        assert_eq!(steps, [111, 0, 0, 118], "gang {gang}");
        assert_eq!(kernel.site(statuses[1]).unwrap().reason, SiteReason::Stop(StopOperand::Number(3)));
    }
}
