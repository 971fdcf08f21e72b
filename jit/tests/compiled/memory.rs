//! Arrays, statics and constants; bounds; shared and row arrays.

use super::{compile, kernels, options};
use forlane_jit::{ArgumentShape, Binding, Checks, CompileOptions, Scalar, SiteReason, Values, ValuesMut};

/// Doubles element k of its row's array, and returns the old one plus a constant table's entry.
const ROWS: &str = r#"unit ssa function bump "bump.f" {
    scope s0 subprogram
    var a: real8[*] dummy varying s0
    var k: integer4 dummy varying s0
    var table: real8[4] constant uniform s0 = 1 for 2: 5d-1, 3 for 1: 1d2
    var bump: real8 result varying s0
    dummies a, k
    result bump

    b0:
        enter s0
        v0:k integer4 = k
        v1:old real8 = a[v0:k] @3
        a[v0:k] = v1:old * 2d0 @4
        v2:bump real8 = v1:old + table[v0:k] @5
        leave s0
        return bump = v2:bump
}
"#;

#[test]
fn row_arrays_and_bounds() {
    for kernel in kernels(ROWS, "bump", &[ArgumentShape::RowArray, ArgumentShape::Column]) {
        let parameters = kernel.parameters();
        assert!(parameters[0].is_array && parameters[0].is_read && parameters[0].is_assigned);
        assert!(!parameters[1].is_assigned && parameters[2].is_result);
        let a: Vec<f64> = (0..20).map(f64::from).collect();
        let k = [0, 3, -1, 5, 4];
        let (mut a_out, mut out, mut statuses) = (vec![9.0; 20], [9.0; 5], [0; 5]);
        let rows = |a_out| Binding::Rows { length: 4, input: Some(Values::F64(&a)), output: a_out };
        let mut bindings = [
            rows(Some(ValuesMut::F64(&mut a_out))),
            Binding::Column { input: Some(Values::I32(&k)), output: None },
            Binding::Column { input: None, output: Some(ValuesMut::F64(&mut out)) },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        assert_eq!(out, [0.0, 107.0, 0.0, 0.0, 0.0]);
        let mut expected = a.clone();
        expected[7] *= 2.0;
        assert_eq!(a_out, expected);
        for status in &statuses[2..] {
            let site = kernel.site(*status).unwrap();
            assert_eq!((&site.reason, site.line), (&SiteReason::OutOfBounds { array: "a".to_string() }, 3));
        }
        // Without an output the arrays are scratch; without an input they start as zero.
        let mut bindings = [
            Binding::Rows { length: 4, input: None, output: None },
            Binding::Column { input: Some(Values::I32(&k)), output: None },
            Binding::Column { input: None, output: Some(ValuesMut::F64(&mut out)) },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        assert_eq!(out[..2], [0.0, 100.0]);
    }
}

/// The same without checks, inside the bounds.
#[test]
fn unchecked_code() {
    // SAFETY: the kernel adds to element 2 of arrays of 4.
    let unchecked = CompileOptions { checks: unsafe { Checks::off() }, keep_text: true, ..options(1) };
    let shapes = [ArgumentShape::RowArray, ArgumentShape::Uniform];
    let kernel = compile(ROWS, "bump", &shapes, &unchecked).unwrap();
    assert!(!kernel.texts()[0].clif.contains("ult"), "{}", kernel.texts()[0].clif);
    let mut out = [0.0; 2];
    let mut bindings = [
        Binding::Rows { length: 4, input: Some(Values::F64(&[1.0; 8])), output: None },
        Binding::Uniform { value: Scalar::I32(2), output: None },
        Binding::Column { input: None, output: Some(ValuesMut::F64(&mut out)) },
    ];
    kernel.run(&mut bindings, &mut [0; 2]).unwrap();
    assert_eq!(out, [1.5; 2]);
}

/// A counter that is kept between calls is new for each row; a local array is new for each call.
#[test]
fn statics_are_private_to_a_row() {
    let text = r#"unit ssa function next "next.f" {
    scope s0 subprogram
    var count: integer4 static varying s0 = 0 for 1: 10
    var seen: logical[3] static varying s0 = 1 for 1: .true.
    var work: integer4[5] local varying s0
    var next: integer4 result varying s0
    result next

    b0:
        enter s0
        count = count + 1
        work[2] = work[2] + count
        seen[0] = .not. seen[0]
        if seen[0] .and. (seen[1] .and. (.not. seen[2])) goto b1 else b2
    b1:
        v0: integer4 = work[2]
        goto b3
    b2:
        v1: integer4 = -work[2]
        goto b3
    b3:
        merge v2: integer4 = b1 v0:, b2 v1:
        leave s0
        return next = v2:
}

unit ssa function twice "next.f" {
    scope s0 subprogram
    var twice: integer4 result varying s0
    result twice

    b0:
        enter s0
        v0: integer4 = call next()
        v1: integer4 = call next()
        v3: integer4 = v0: + (v1: * 1000)
        leave s0
        return twice = v3:
}
"#;
    for kernel in kernels(text, "twice", &[]) {
        let mut out = [0; 3];
        let mut bindings = [Binding::Column { input: None, output: Some(ValuesMut::I32(&mut out)) }];
        kernel.run(&mut bindings, &mut [0; 3]).unwrap();
        assert_eq!(out, [11 - 12000; 3]);
    }
}

/// A shared array, and a scalar that starts the same in all rows but is assigned.
#[test]
fn shared_arrays_and_assigned_uniforms() {
    let text = r#"unit ssa subroutine walk "walk.f" {
    scope s0 subprogram
    var table: real4[*] dummy uniform s0
    var at: integer8 dummy varying s0
    var step: integer8 dummy varying s0
    var value: real4 dummy varying s0
    dummies table, at, step, value

    b0:
        enter s0
        v0:at integer8 = at
        v1:step integer8 = step
        v2:at integer8 = v0:at + v1:step
        v3:value real4 = table[v2:at] @5
        leave s0
        return at = v2:at, value = v3:value
}
"#;
    use ArgumentShape::{Column, SharedArray, Uniform};
    for kernel in kernels(text, "walk", &[SharedArray, Uniform, Column, Column]) {
        let table = [1.5f32, 2.5, 3.5];
        let (mut at, mut value, mut statuses) = ([0i64; 4], [0f32; 4], [0; 4]);
        let mut bindings = [
            Binding::Shared(Values::F32(&table)),
            Binding::Uniform { value: Scalar::I64(1), output: Some(ValuesMut::I64(&mut at)) },
            Binding::Column { input: Some(Values::I64(&[-1, 0, 1, 2])), output: None },
            Binding::Column { input: None, output: Some(ValuesMut::F32(&mut value)) },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        assert_eq!((at, value), ([0, 1, 2, 0], [1.5, 2.5, 3.5, 0.0]));
        assert_eq!(kernel.site(statuses[3]).unwrap().to_string(), "index out of bounds of table at walk.f:5 in walk");
    }
}

/// A unit that reads the element of its index, if the third argument is 1.
const PICK: &str = r#"unit ssa function pick "pick.f" {
    scope s0 subprogram
    var a: ARRAY
    var index: KIND dummy varying s0
    var some: integer4 dummy varying s0
    var pick: integer4 result varying s0
    dummies DUMMIESindex, some
    result pick

    b0:
        enter s0
        v0:index KIND = index
        v1:some integer4 = some
        if v1:some == 1 goto b1 else b2
    b1:
        STORE
        v2: integer4 = a[v0:index] @5
        goto b3
    b2:
        v3: integer4 = -1
        goto b3
    b3:
        merge v4: integer4 = b1 v2:, b2 v3:
        leave s0
        return pick = v4:
}
"#;

/// The array of a unit like [`PICK`].
struct Picked {
    declaration: &'static str,
    store: &'static str,
    shape: Option<ArgumentShape>,
    elements: &'static [i32],
}

const PICKED: [Picked; 8] = {
    use ArgumentShape::{RowArray, SharedArray};
    const SHARED: &str = "integer4[*] dummy uniform s0";
    const OF_ROWS: &str = "integer4[*] dummy varying s0";
    const SMALL: &str = "integer4[3] constant uniform s0 = 0 for 1: 50, 1 for 1: 51, 2 for 1: 52";
    const LARGE: &str = "integer4[3] constant uniform s0 = 0 for 1: 1000, 1 for 1: 2000, 2 for 1: 3000";
    const LOCAL: &str = "integer4[5] local varying s0";
    [
        Picked { declaration: SHARED, store: "", shape: Some(SharedArray), elements: &[50, 51, 52, 53, 54] },
        Picked { declaration: SHARED, store: "", shape: Some(SharedArray), elements: &[50] },
        Picked { declaration: SHARED, store: "", shape: Some(SharedArray), elements: &[] },
        Picked { declaration: OF_ROWS, store: "", shape: Some(RowArray), elements: &[50, 51, 52, 53, 54] },
        Picked { declaration: OF_ROWS, store: "", shape: Some(RowArray), elements: &[] },
        // Small numbers are looked up.
        Picked { declaration: SMALL, store: "", shape: None, elements: &[50, 51, 52] },
        Picked { declaration: LARGE, store: "", shape: None, elements: &[1000, 2000, 3000] },
        Picked { declaration: LOCAL, store: "a[v0:index] = 7 @5", shape: None, elements: &[7; 5] },
    ]
};

/// Indices beside both ends of an array, and those that are furthest from it or have an inner one in their lower half:
/// lanes for which one is outside fail, but for those that do not use it.
#[test]
fn indices_at_both_ends() {
    for picked in &PICKED {
        let length = picked.elements.len() as i64;
        let near = [-1, 0, 1, length - 1, length, length + 1, i64::from(i32::MIN), i64::from(i32::MAX)];
        let far = [1 << 32, (1 << 32) + 1, -1 << 32, i64::MIN, i64::MAX];
        check_indices(picked, "integer4", &near);
        check_indices(picked, "integer8", &[&near[..], &far].concat());
    }
}

/// Each index in a row that uses it and in one that does not.
fn check_indices(picked: &Picked, kind: &str, indices: &[i64]) {
    let dummies = if picked.shape.is_some() { "a, " } else { "" };
    let parts = [("ARRAY", picked.declaration), ("STORE", picked.store), ("KIND", kind), ("DUMMIES", dummies)];
    let text = parts.iter().fold(PICK.to_owned(), |text, (part, with)| text.replace(part, with));
    let rows: Vec<(i64, i32)> = indices.iter().flat_map(|index| [(*index, 1), (*index, 0)]).collect();
    let wide: Vec<i64> = rows.iter().map(|row| row.0).collect();
    let narrow: Vec<i32> = rows.iter().map(|row| row.0 as i32).collect();
    let some: Vec<i32> = rows.iter().map(|row| row.1).collect();
    let of_rows = picked.elements.repeat(rows.len());
    let shapes: Vec<ArgumentShape> = picked.shape.into_iter().chain([ArgumentShape::Column; 2]).collect();
    for kernel in kernels(&text, "pick", &shapes) {
        let (mut out, mut statuses) = (vec![0; rows.len()], vec![0; rows.len()]);
        let array = picked.shape.map(|shape| match shape {
            ArgumentShape::SharedArray => Binding::Shared(Values::I32(picked.elements)),
            _ => Binding::Rows { length: picked.elements.len(), input: Some(Values::I32(&of_rows)), output: None },
        });
        let index = if kind == "integer4" { Values::I32(&narrow) } else { Values::I64(&wide) };
        let mut bindings: Vec<Binding<'_>> = array.into_iter().collect();
        bindings.extend([index, Values::I32(&some)].map(|input| Binding::Column { input: Some(input), output: None }));
        bindings.push(Binding::Column { input: None, output: Some(ValuesMut::I32(&mut out)) });
        kernel.run(&mut bindings, &mut statuses).unwrap();
        for ((index, some), (out, status)) in rows.iter().zip(out.iter().zip(&statuses)) {
            let element = usize::try_from(*index).ok().and_then(|index| picked.elements.get(index));
            let expected = if *some == 1 { element.copied() } else { Some(-1) };
            let site = kernel.site(*status).map(ToString::to_string);
            let problem = "index out of bounds of a at pick.f:5 in pick".to_owned();
            assert_eq!(site, expected.is_none().then_some(problem), "{index} {some}\n{text}");
            assert_eq!(*out, expected.unwrap_or(0), "{index} {some}\n{text}");
        }
    }
}

/// Threads share a kernel, each with rows of its own.
#[test]
fn kernels_run_on_several_threads() {
    for kernel in kernels(ROWS, "bump", &[ArgumentShape::RowArray, ArgumentShape::Uniform]) {
        let kernel = &kernel;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(move || {
                    let mut out = [0.0; 100];
                    let mut bindings = [
                        Binding::Rows { length: 4, input: Some(Values::F64(&[3.0; 400])), output: None },
                        Binding::Uniform { value: Scalar::I32(1), output: None },
                        Binding::Column { input: None, output: Some(ValuesMut::F64(&mut out)) },
                    ];
                    kernel.run(&mut bindings, &mut [0; 100]).unwrap();
                    assert_eq!(out, [3.5; 100]);
                });
            }
        });
    }
}
