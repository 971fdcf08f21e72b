//! Calls: binding, static memory, callees at other stages, and calls that can't be made.

use super::*;
use pretty_assertions::assert_eq;

/// Counts its calls in a static variable, and adds the count to its argument.
const TICK: &str = r#"unit cfg subroutine tick "t.f" {
    scope s0 subprogram
    var x: integer4 dummy varying s0
    var calls: integer4 static varying s0 = 0 for 1: 100
    dummies x
    b0:
        enter s0
        calls = calls + 1
        x = x + calls
        leave s0
        return
}
unit masked subroutine tick.masked "t.f" {
    scope s0 subprogram
    var x: integer4 dummy varying s0
    var calls: integer4 static varying s0 = 0 for 1: 100
    dummies x
    tree r0 {
        v0:x integer4 varying = x
        calls = calls + 1
        v1:x integer4 varying = v0:x + calls
        return x = v1:x
    }
}
"#;

const BY_REFERENCE: &str = r#"unit cfg function f "f.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var a: integer4[3] local varying s0
    var f: integer4 result varying s0
    dummies n
    result f
    b0:
        a[1] = n
        call CALLEE(&a[n])
        call CALLEE(&a[1])
        call CALLEE(5)
        f = ((1000 * a[0]) + a[1]) + n
        call CALLEE(&f)
        return
}
"#;

const BY_COPY: &str = r#"unit masked function f "f.f" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var a: integer4[3] local varying s0
    var f: integer4 result varying s0
    dummies n
    result f
    tree r0 {
        v0:n integer4 varying = n
        a[1] = v0:n
        call CALLEE(&a[v0:n])
        call CALLEE(&a[1])
        call CALLEE(5)
        v1:f integer4 varying = ((1000 * a[0]) + a[1]) + v0:n
        call CALLEE(&(v1:f => v2:f integer4 varying))
        return n = v0:n, f = v2:f
    }
}
"#;

#[test]
fn arguments_by_reference_reach_their_objects_and_statics_belong_to_the_lane() {
    let callers = [BY_REFERENCE.to_owned(), BY_COPY.to_owned(), structured(BY_COPY)];
    for (caller, callee) in callers.iter().flat_map(|caller| [(caller, "tick"), (caller, "tick.masked")]) {
        let text = format!("{TICK}{}", caller.replace("CALLEE", callee));
        for gang in [1, 4] {
            let options = Options { gang, ..Options::default() };
            let lanes = lanes_of(run_with(&text, "f", &[integers(&[0, 1, 2, 3])], 4, options));
            // Lane 0: a(1) = 101, a(2) = 0 + 102; lane 1 adds both to a(2); lane 2 leaves a(1) alone.
            let expected = [Some(101_000 + 102 + 104), Some(1 + 101 + 102 + 1 + 104), Some(2 + 102 + 2 + 104), None];
            assert_eq!(results(&lanes), expected, "{text}");
            let array = "a".to_owned();
            let reason = Failure::OutOfBounds { array };
            let (unit, file) = ("f".to_owned(), "f.f".to_owned());
            assert_eq!(lanes[3].status, LaneStatus::Failed { reason, unit, file, line: 0 });
        }
    }
}

/// The rest of an array, from an element on, may be empty, and is if there is no such element.
#[test]
fn a_dummy_array_is_the_rest_of_the_actual_one() {
    let text = r#"unit cfg function total "t.f" {
        scope s0 subprogram
        var n: integer4 dummy varying s0
        var b: integer4[*] dummy uniform s0
        var i: integer4 local varying s0
        var total: integer4 result varying s0
        dummies n, b
        result total
        b0:
            goto b1
        b1:
            if i < n goto b2 else b3
        b2:
            total = total + b[i]
            i = i + 1
            goto b1
        b3:
            return
    }
    unit cfg function rest "r.f" {
        scope s0 subprogram
        var k: integer4 dummy varying s0
        var a: integer4[*] dummy uniform s0
        var rest: integer4 result varying s0
        dummies k, a
        result rest
        b0:
            rest = call total(3 - k, &a[k]) @4
            return
    }"#;
    let array = Input::SharedArray([1, 2, 4].map(Scalar::Integer4).to_vec());
    let lanes = lanes_of(run(text, "rest", &[integers(&[0, 1, 2, 3, 4, -1]), array], 6));
    assert_eq!(results(&lanes), [Some(7), Some(6), Some(4), Some(0), Some(0), None]);
    assert_eq!(lanes[0].arguments[1], ArgumentValue::Shared);
}

#[test]
fn calls_that_cant_be_made_are_errors() {
    let caller = |callee: &str| {
        format!(
            "{TICK}unit cfg subroutine s \"s.f\" {{\nscope s0 subprogram\nvar x: integer1 local varying s0\n\
             b0:\ncall {callee} @7\nreturn\n}}\n"
        )
    };
    let error = |callee: &str| run(&caller(callee), "s", &[], 1).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(error("t()"), Err("`s` calls `t` at s.f:7, which is not part of the program".to_owned()));
    assert_eq!(error("tick()"), Err("`tick` has 1 dummy arguments, but is given 0".to_owned()));
    assert_eq!(error("s()"), Ok(()), "the lane fails");
    let short = error("tick(&x)");
    assert!(short.is_err_and(|error| error.contains("`x` of `tick` is larger than its argument")));
    let text = caller("tick(1)").replace("call tick", "x = call tick");
    let error = run(&text, "s", &[], 1).map(|_| ());
    assert!(matches!(error, Err(InterpreterError::NotAFunction { .. })), "{error:?}");
}

/// Each level of a call takes some of the host's stack, so there is a limit, and it is far from that stack's end.
#[test]
fn calls_nest_so_deep_and_no_deeper() {
    let mut text = String::new();
    for level in 0..6000 {
        let next = level + 1;
        text.push_str(&format!(
            "unit structured subroutine s{level} \"s.f\" {{\nscope s0 subprogram\ntree r0 {{\nif .true. r1 {{\n\
             call s{next}()\n}} else r2 {{\n}}\nreturn\n}}\n}}\n"
        ));
    }
    text.push_str("unit cfg subroutine s6000 \"s.f\" {\nscope s0 subprogram\nb0:\nreturn\n}\n");
    assert_eq!(lanes_of(run(&text, "s1001", &[], 1))[0].status, LaneStatus::Returned);
    let status = lanes_of(run(&text, "s1000", &[], 1))[0].status.clone();
    assert!(matches!(status, LaneStatus::Failed { reason: Failure::RecursionTooDeep, .. }), "{status:?}");
}

#[test]
fn arguments_that_dont_fit_are_errors() {
    let error =
        |arguments: &[Input], lanes| run(TICK, "tick", arguments, lanes).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(error(&[integers(&[1, 2])], 2), Ok(()));
    assert_eq!(error(&[], 1), Err("`tick` has 1 dummy arguments, but is given 0".to_owned()));
    let given = |what: &str| Err(format!("argument `x` of `tick` is {what}"));
    assert_eq!(error(&[integers(&[1, 2])], 3), given("given for 2 lanes instead of 3"));
    assert_eq!(error(&[Input::SharedArray(Vec::new())], 1), given("given an array"));
    let real = Input::Uniform(Scalar::Real8(1.0));
    assert_eq!(error(&[real], 1), given("Integer(I4), but given Real(R8)"));
    assert_eq!(lanes_of(run(TICK, "tick", &[Input::Uniform(Scalar::Integer4(1))], 0)), []);
}

/// Old code declares arrays as large as its machine's memory; a test that runs into one says so and continues.
#[test]
fn an_array_that_fills_the_memory_is_an_error() {
    let text = r#"unit cfg subroutine s "s.f" {
        scope s0 subprogram
        var a: real8[9000000000000] static varying s0
        b0:
            a[1] = 1d0
            return
    }"#;
    let (unit, array) = ("s".to_owned(), "a".to_owned());
    assert_eq!(run(text, "s", &[], 1), Err(InterpreterError::ArrayTooLarge { unit, array }));
}
