//! Every operation gives the bits that `forlane_semantics::numeric` defines, on values that are special to some of
//! them.

use super::kernels_for;
use forlane_cfg::{IntegerBinary, IntegerUnary, LogicalBinary, RealBinary, RealUnary, Relation, Rounding};
use forlane_jit::{ArgumentShape, Binding, SiteReason, Values, ValuesMut};
use forlane_semantics::numeric::{integer4, integer8, logical, real4, real8, relation};

const REALS: [f64; 25] = [
    0.0,
    -0.0,
    0.3,
    0.49999999999999994,
    0.5,
    -0.5,
    1.0,
    -1.0,
    1.5,
    -1.5,
    2.0,
    2.5,
    -2.5,
    3.7,
    -7.25,
    1e-310,
    1e300,
    -1e300,
    2147483647.5,
    -2147483649.0,
    4503599627370497.5,
    9.3e18,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
const INTEGERS: [i64; 14] =
    [0, 1, -1, 2, -2, 3, 7, -7, 100, -46341, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];

/// A function of scalars as a unit: `result` may use v0 and v1.
fn function(x: &str, y: &str, z: &str, result: &str) -> String {
    format!(
        r#"unit ssa function f "f.f" {{
    scope s0 subprogram
    var x: {x} dummy varying s0
    var y: {y} dummy varying s0
    var f: {z} result varying s0
    dummies x, y
    result f

    b0:
        enter s0
        v0:x {x} = x
        v1:y {y} = y
        v2:f {z} = {result} @7
        leave s0
        return f = v2:f
}}
"#
    )
}

/// Implemented for the types of columns.
trait Element: Copy + Default + PartialEq + std::fmt::Debug {
    const TYPE: &'static str;
    fn values(slice: &[Self]) -> Values<'_>;
    fn values_mut(slice: &mut [Self]) -> ValuesMut<'_>;
    /// Distinguishes all values but NaNs, whose bits Rust does not define.
    fn same(self, other: Self) -> bool;
}

macro_rules! element {
    ($rust:ty, $name:expr, $variant:ident, $same:expr) => {
        impl Element for $rust {
            const TYPE: &'static str = $name;
            fn values(slice: &[Self]) -> Values<'_> {
                Values::$variant(slice)
            }
            fn values_mut(slice: &mut [Self]) -> ValuesMut<'_> {
                ValuesMut::$variant(slice)
            }
            fn same(self, other: Self) -> bool {
                $same(self, other)
            }
        }
    };
}

element!(i32, "integer4", I32, |a, b| a == b);
element!(i64, "integer8", I64, |a, b| a == b);
element!(f32, "real4", F32, |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan());
element!(f64, "real8", F64, |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan());

/// Runs `f = result` over all pairs; the expected value is none where the lane is to fail by a division by zero.
fn check<X: Element, Y: Element, Z: Element>(
    result: &str,
    z: &str,
    xs: &[X],
    ys: &[Y],
    expected: impl Fn(X, Y) -> Option<Z>,
) {
    check_in(&[1, 2, 8], result, z, xs, ys, expected);
}

/// As [`check`], in gangs of these sizes.
fn check_in<X: Element, Y: Element, Z: Element>(
    gangs: &[usize],
    result: &str,
    z: &str,
    xs: &[X],
    ys: &[Y],
    expected: impl Fn(X, Y) -> Option<Z>,
) {
    let text = function(X::TYPE, Y::TYPE, z, result);
    for kernel in kernels_for(gangs, &text, "f", &[ArgumentShape::Column; 2]) {
        let pairs: Vec<(X, Y)> = xs.iter().flat_map(|x| ys.iter().map(|y| (*x, *y))).collect();
        let (xs, ys): (Vec<X>, Vec<Y>) = pairs.iter().copied().unzip();
        let mut out = vec![Z::default(); pairs.len()];
        let mut statuses = vec![0; pairs.len()];
        let mut bindings = [
            Binding::Column { input: Some(X::values(&xs)), output: None },
            Binding::Column { input: Some(Y::values(&ys)), output: None },
            Binding::Column { input: None, output: Some(Z::values_mut(&mut out)) },
        ];
        kernel.run(&mut bindings, &mut statuses).unwrap();
        for (((x, y), out), status) in pairs.iter().zip(out).zip(statuses) {
            match expected(*x, *y) {
                Some(expected) => {
                    assert_eq!(status, 0, "{result} of {x:?} and {y:?} in gangs of {}", kernel.gang());
                    assert!(
                        out.same(expected),
                        "{result} of {x:?} and {y:?} in gangs of {}: {out:?}, not {expected:?}",
                        kernel.gang()
                    );
                }
                None => {
                    let site = kernel.site(status).unwrap();
                    let reasons = [SiteReason::DivideByZero, SiteReason::ZeroStep];
                    assert_eq!((&site.reason, site.line), (&reasons[usize::from(result.starts_with("steps"))], 7));
                }
            }
        }
    }
}

fn reals4() -> Vec<f32> {
    REALS.iter().map(|value| *value as f32).collect()
}

fn integers4() -> Vec<i32> {
    INTEGERS.iter().map(|value| *value as i32).collect()
}

/// An operation of two operands in the text of a unit: between them if its word is a sign.
fn of_two(word: &str) -> String {
    let is_function = word.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_function { format!("{word}(v0:x, v1:y)") } else { format!("v0:x {word} v1:y") }
}

fn of_one(word: &str) -> String {
    if word == "-" { "-v0:x".to_owned() } else { format!("{word}(v0:x)") }
}

#[test]
fn real_operations() {
    for operation in RealBinary::all() {
        // Their first operand is an order, up to which they iterate.
        let is_bessel = matches!(operation, RealBinary::BesselJ | RealBinary::BesselY);
        let lefts = if is_bessel { &[0.0, 1.0, -1.0, 2.0, 7.0] } else { &REALS[..] };
        let lefts4: Vec<f32> = lefts.iter().map(|value| *value as f32).collect();
        let text = of_two(operation.word());
        check(&text, "real8", lefts, &REALS, |x: f64, y: f64| Some(real8::binary(operation, x, y)));
        check(&text, "real4", &lefts4, &reals4(), |x: f32, y: f32| Some(real4::binary(operation, x, y)));
    }
    for operation in RealUnary::ALL.iter().copied() {
        let text = of_one(operation.word());
        check(&text, "real8", &REALS, &[0i32], |x: f64, _| Some(real8::unary(operation, x)));
        check(&text, "real4", &reals4(), &[0i32], |x: f32, _| Some(real4::unary(operation, x)));
    }
}

#[test]
fn integer_operations() {
    for operation in IntegerBinary::ALL.iter().copied() {
        let (text, narrow) = (of_two(operation.word()), integers4());
        check(&text, "integer4", &narrow, &narrow, |x: i32, y: i32| integer4::binary(operation, x, y).ok());
        check(&text, "integer8", &INTEGERS, &INTEGERS, |x: i64, y: i64| integer8::binary(operation, x, y).ok());
    }
    for operation in IntegerUnary::ALL.iter().copied() {
        let text = of_one(operation.word());
        check(&text, "integer4", &integers4(), &[0i32], |x: i32, _| Some(integer4::unary(operation, x)));
        check(&text, "integer8", &INTEGERS, &[0i32], |x: i64, _| Some(integer8::unary(operation, x)));
    }
}

/// What is known of the divisor changes the code, not the result.
#[test]
fn integer_division_by_constants() {
    for divisor in [-1, 0, 1, 3, -4] {
        let narrow = integers4();
        check(&format!("v0:x / {divisor}"), "integer4", &narrow, &[0i32], |x: i32, _| {
            integer4::divide(x, divisor).ok()
        });
        check(&format!("mod(v0:x, {divisor})"), "integer4", &narrow, &[0i32], |x: i32, _| {
            integer4::remainder(x, divisor).ok()
        });
        check(&format!("v0:x ** {divisor}"), "integer4", &narrow, &[0i32], |x: i32, _| {
            integer4::power(x, divisor).ok()
        });
    }
}

#[test]
fn conversions() {
    let (reals4, integers4) = (reals4(), integers4());
    for (rounding, four, eight) in [(Rounding::Truncate, "int4", "int8"), (Rounding::Nearest, "nint4", "nint8")] {
        let (four, eight) = (format!("{four}(v0:x)"), format!("{eight}(v0:x)"));
        check(&four, "integer4", &REALS, &[0i32], |x: f64, _| Some(real8::to_integer4(rounding, x)));
        check(&eight, "integer8", &REALS, &[0i32], |x: f64, _| Some(real8::to_integer8(rounding, x)));
        check(&four, "integer4", &reals4, &[0i32], |x: f32, _| Some(real4::to_integer4(rounding, x)));
        check(&eight, "integer8", &reals4, &[0i32], |x: f32, _| Some(real4::to_integer8(rounding, x)));
    }
    check("real4(v0:x)", "real4", &REALS, &[0i32], |x: f64, _| Some(x as f32));
    check("real8(v0:x)", "real8", &reals4, &[0i32], |x: f32, _| Some(f64::from(x)));
    check("real4(v0:x)", "real4", &INTEGERS, &[0i32], |x: i64, _| Some(x as f32));
    check("real8(v0:x)", "real8", &INTEGERS, &[0i32], |x: i64, _| Some(x as f64));
    check("real4(v0:x)", "real4", &integers4, &[0i32], |x: i32, _| Some(x as f32));
    check("int4(v0:x)", "integer4", &INTEGERS, &[0i32], |x: i64, _| Some(x as i32));
    check("int8(v0:x)", "integer8", &integers4, &[0i32], |x: i32, _| Some(i64::from(x)));
}

#[test]
fn real_to_integer_powers() {
    let integers4 = integers4();
    check("v0:x ** v1:y", "real8", &REALS, &integers4, |x: f64, y: i32| Some(real8::power_integer4(x, y)));
    check("v0:x ** v1:y", "real8", &REALS, &INTEGERS, |x: f64, y: i64| Some(real8::power_integer8(x, y)));
    check("v0:x ** v1:y", "real4", &reals4(), &integers4, |x: f32, y: i32| Some(real4::power_integer4(x, y)));
    check("v0:x ** v1:y", "real4", &reals4(), &INTEGERS, |x: f32, y: i64| Some(real4::power_integer8(x, y)));
}

#[test]
fn relations_and_logical_operations() {
    for which in Relation::ALL.iter().copied() {
        let text = of_two(which.word());
        check(&text, "logical", &REALS, &REALS, |x: f64, y: f64| Some(i32::from(relation(which, x.partial_cmp(&y)))));
        let integers4 = integers4();
        check(&text, "logical", &integers4, &integers4, |x: i32, y: i32| {
            Some(i32::from(relation(which, Some(x.cmp(&y)))))
        });
    }
    for which in LogicalBinary::ALL.iter().copied() {
        let text = format!("(v0:x < 0) {} (.not. (v1:y < 0))", which.word());
        check(&text, "logical", &[-1i32, 1], &[-1i32, 1], |x: i32, y: i32| {
            Some(i32::from(logical(which, x < 0, y >= 0)))
        });
    }
}

/// A chain of ten thousand additions nests to the left only, and must not overflow the stack.
#[test]
fn long_chains() {
    let chain = "(".repeat(3000) + "v0:x" + &" + v1:y)".repeat(3000);
    let chain = chain.strip_prefix('(').unwrap().strip_suffix(')').unwrap();
    check_in(&[1, 2, 8], chain, "integer4", &[5i32], &[2i32], |x: i32, y: i32| Some(x + 3000 * y));
}
