//! Calls: by value, by reference, sequence association, failures that come back through callers.

use super::{GANGS, kernels, kernels_for};
use forlane_jit::{ArgumentShape, Binding, SiteReason, Values, ValuesMut};

/// `fill(a, n, last)` counts a(1:n) up from last + 1.
const FILL: &str = r#"unit ssa subroutine fill "fill.f" {
    scope s0 subprogram
    var a: integer4[*] dummy varying s0
    var n: integer4 dummy varying s0
    var last: integer4 dummy varying s0
    dummies a, n, last

    b0:
        enter s0
        v0:n integer4 = n
        v1:last integer4 = last
        v2:i integer4 = 0
        goto b1
    b1:
        merge v3:i integer4 = b0 v2:i, b2 v5:i
        merge v4:last integer4 = b0 v1:last, b2 v6:last
        if v3:i < v0:n goto b2 else b3
    b2:
        v5:i integer4 = v3:i + 1
        v6:last integer4 = v4:last + 1
        a[v3:i] = v6:last @6
        goto b1
    b3:
        leave s0
        return last = v4:last
}
"#;

fn with_caller(body: &str) -> String {
    format!(
        r#"{FILL}
unit ssa subroutine top "top.f" {{
    scope s0 subprogram
    var m: integer4 dummy varying s0
    var b: integer4[*] dummy varying s0
    var one: integer4 static varying s0 = 0 for 1: 7
    var work: integer4[6] local varying s0
    var none: integer4[0] local varying s0
    dummies m, b

    b0:
        enter s0
        v0:m integer4 = m
{body}
        leave s0
        return m = v1:m
}}
"#
    )
}

/// The rows' `m` and `b` afterwards and where rows failed, the same for every gang size.
fn run(gangs: &[usize], body: &str, m: &[i32]) -> (Vec<i32>, Vec<i32>, Vec<String>) {
    let mut outcomes = Vec::new();
    for kernel in kernels_for(gangs, &with_caller(body), "top", &[ArgumentShape::Column, ArgumentShape::RowArray]) {
        let (mut m_out, mut b, mut statuses) = (vec![0; m.len()], vec![0; 4 * m.len()], vec![0; m.len()]);
        let mut bindings = [
            Binding::Column { input: Some(Values::I32(m)), output: Some(ValuesMut::I32(&mut m_out)) },
            Binding::Rows { length: 4, input: None, output: Some(ValuesMut::I32(&mut b)) },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        let sites = statuses.iter().filter_map(|status| kernel.site(*status)).map(ToString::to_string).collect();
        outcomes.push((m_out, b, sites));
        assert_eq!(outcomes[0], outcomes[outcomes.len() - 1], "gang {}", kernel.gang());
    }
    outcomes.swap_remove(0)
}

#[test]
fn references_and_values() {
    // By value the callee's assignment is lost, by reference it comes back.
    let (m, b, sites) = run(
        &GANGS,
        "        call fill(&b[], 2, v0:m)\n        call fill(&b[2], 1, &(v0:m => v1:m integer4)) @3",
        &[10, 20],
    );
    assert_eq!((m, b), (vec![11, 21], vec![11, 12, 11, 0, 21, 22, 21, 0]));
    assert!(sites.is_empty());
}

/// A static variable and an element of an array as scalars by reference; an array as its first element.
#[test]
fn memory_by_reference() {
    let (m, b, _) = run(
        &GANGS,
        "        work[3] = 40
        call fill(&b[], 1, &one)
        call fill(&b[1], 1, &one)
        call fill(&b[2], 1, &work[3])
        call fill(&b[3], 1, &work[])
        v1:m integer4 = (one * 10000) + ((work[3] * 100) + work[0])",
        &[0],
    );
    assert_eq!((m, b), (vec![94101], vec![8, 9, 41, 1]));
}

/// An array without elements has no first one that could stand for a scalar, also where its length comes with the call.
#[test]
fn empty_arrays_as_scalars() {
    let (_, b, sites) = run(&GANGS, "        call fill(&b[], 1, &none[]) @4\n        v1:m integer4 = 5", &[0, 1]);
    assert_eq!(sites, ["index out of bounds of none at top.f:4 in top"; 2]);
    assert_eq!(b, [0; 8]);
    let rest = r#"unit ssa subroutine rest "rest.f" {
    scope s0 subprogram
    var a: integer4[*] dummy varying s0
    var c: integer4[4] dummy varying s0
    dummies a, c

    b0:
        enter s0
        call fill(&c[], 1, &a[]) @3
        leave s0
        return
}
"#;
    let text = with_caller("        call rest(&work[v0:m], &b[])\n        v1:m integer4 = work[2]") + rest;
    for kernel in kernels(&text, "top", &[ArgumentShape::Column, ArgumentShape::RowArray]) {
        let (mut m, mut b, mut statuses) = ([0; 3], [0; 12], [0; 3]);
        let mut bindings = [
            Binding::Column { input: Some(Values::I32(&[6, 2, 6])), output: Some(ValuesMut::I32(&mut m)) },
            Binding::Rows { length: 4, input: None, output: Some(ValuesMut::I32(&mut b)) },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        assert_eq!((m[1], &b[4..8]), (1, &[1, 0, 0, 0][..]));
        let site = kernel.site(statuses[0]).unwrap();
        assert_eq!(site.to_string(), "index out of bounds of a at rest.f:3 in rest");
        assert_eq!((statuses[1], statuses[2]), (0, statuses[0]));
    }
}

/// A scalar in memory that only some lanes' callee assigns.
#[test]
fn lanes_that_do_not_call_keep_their_memory() {
    let body = "        work[1] = 30
        if v0:m > 0 goto b1 else b2
    b1:
        call fill(&b[], v0:m, &work[1])
        goto b3
    b2:
        goto b3
    b3:
        v1:m integer4 = work[1]";
    let (m, b, sites) = run(&GANGS, body, &[0, 2, -1, 1]);
    assert_eq!(m, [30, 32, 30, 31]);
    assert_eq!(b, [0, 0, 0, 0, 31, 32, 0, 0, 0, 0, 0, 0, 31, 0, 0, 0]);
    assert!(sites.is_empty());
}

/// Gangs left the value of a function that goes to a variable in memory where it was, and took an INTEGER of one byte
/// for one of four.
#[test]
fn function_values_in_memory() {
    let body = "        one = call low(v0:m) @3\n        v1:m integer4 = one";
    let low = r#"unit ssa function low "low.f" {
    scope s0 subprogram
    var i: integer4 dummy varying s0
    var low: integer4 result varying s0
    dummies i
    result low

    b0:
        v0:i integer4 = i
        v1:low integer4 = int4(int1(v0:i))
        return low = v1:low
}
"#;
    let text = with_caller(body) + low;
    for kernel in kernels_for(&GANGS, &text, "top", &[ArgumentShape::Column, ArgumentShape::RowArray]) {
        let (mut m, mut statuses) = ([0; 3], [0; 3]);
        let mut bindings = [
            Binding::Column { input: Some(Values::I32(&[300, -200, 3])), output: Some(ValuesMut::I32(&mut m)) },
            Binding::Rows { length: 4, input: None, output: None },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        assert_eq!((m, statuses), ([44, 56, 3], [0; 3]), "gang {}", kernel.gang());
    }
}

/// The rest of an array from an element on has the rest of its length.
#[test]
fn bounds_of_sequence_association() {
    let body = "        call fill(&b[2], v0:m, 0)\n        v1:m integer4 = 5";
    let (m, b, sites) = run(&GANGS, body, &[2, 3, 0]);
    assert_eq!(m, [5, 0, 5]);
    assert_eq!(b, [0, 0, 1, 2, 0, 0, 1, 2, 0, 0, 0, 0]);
    assert_eq!(sites, ["index out of bounds of a at fill.f:6 in fill"]);
    // Each lane passes another part. The rest may be empty, and is if there is no such element.
    let of_each = |count: i32| {
        let body = format!("        call fill(&b[v0:m], {count}, 0) @2\n        v1:m integer4 = 5");
        run(&GANGS, &body, &[3, 4, 5, -1])
    };
    assert_eq!(of_each(0), (vec![5; 4], vec![0; 16], Vec::new()));
    let (m, _, sites) = of_each(1);
    assert_eq!((m, sites), (vec![5, 0, 0, 0], vec!["index out of bounds of a at fill.f:6 in fill".to_owned(); 3]));
}

/// A function of the caller's choice of name, with a LOGICAL argument and value.
#[test]
fn logical_functions() {
    let text = r#"unit ssa function flip "flip.f" {
    scope s0 subprogram
    var l: logical dummy varying s0
    var flip: logical result varying s0
    dummies l
    result flip

    b0:
        enter s0
        v0:l logical = l
        v1: logical = .not. v0:l
        leave s0
        return l = v1:, flip = v0:l
}

unit ssa function both "flip.f" {
    scope s0 subprogram
    var x: real4 dummy varying s0
    var both: logical result varying s0
    dummies x
    result both

    b0:
        enter s0
        v0:x real4 = x
        v1: logical = v0:x > 0e0
        v2: logical = call flip(&(v1: => v3: logical))
        v4: logical = v2: .neqv. v3:
        leave s0
        return both = v4:
}
"#;
    for kernel in kernels(text, "both", &[ArgumentShape::Column]) {
        let mut out = [0; 2];
        let mut bindings = [
            Binding::Column { input: Some(Values::F32(&[1.0, f32::NAN])), output: None },
            Binding::Column { input: None, output: Some(ValuesMut::I32(&mut out)) },
        ];
        kernel.run(&mut bindings, &mut [0; 2]).unwrap();
        assert_eq!(out, [1, 1]);
    }
}

/// Only the lane that fails ends, through all of its callers.
#[test]
fn failures_pass_through_callers() {
    let text = r#"unit ssa function inner "deep.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var inner: integer4 result varying s0
    dummies n
    result inner
    b0:
        enter s0
        v0:n integer4 = n
        v1: integer4 = 100 / v0:n @12
        leave s0
        return inner = v1:
}
unit ssa function middle "deep.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var middle: integer4 result varying s0
    dummies n
    result middle
    b0:
        enter s0
        v0:n integer4 = n
        v1: integer4 = call inner(v0:n)
        v2: integer4 = v1: + 1
        leave s0
        return middle = v2:
}
unit ssa function outer "deep.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var outer: integer4 result varying s0
    dummies n
    result outer
    b0:
        enter s0
        v0:n integer4 = n
        v1: integer4 = call middle(v0:n)
        v2: integer4 = v1: * 2
        leave s0
        return outer = v2:
}
"#;
    for kernel in kernels(text, "outer", &[ArgumentShape::Column]) {
        let (mut out, mut statuses) = ([0; 3], [0; 3]);
        let mut bindings = [
            Binding::Column { input: Some(Values::I32(&[5, 0, -7])), output: None },
            Binding::Column { input: None, output: Some(ValuesMut::I32(&mut out)) },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        assert_eq!(out, [42, 0, -26]);
        let site = kernel.site(statuses[1]).unwrap();
        assert_eq!((&site.reason, site.line, site.unit.as_str()), (&SiteReason::DivideByZero, 12, "inner"));
    }
}
