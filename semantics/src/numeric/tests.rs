//! Tests of the numerics against the results of gfortran.

mod table;

use super::*;
use crate::operations::{IntegerBinary, IntegerUnary, RealBinary, RealUnary, Rounding};

/// The functions that [`table::FUNCTIONS`] lists, of one argument.
macro_rules! functions {
    ($module:ident, $x:expr, $twentieth:expr) => {{
        let at = |operation, x| $module::unary(operation, x).to_bits();
        [
            at(RealUnary::Exp, $x),
            at(RealUnary::Sin, $x),
            at(RealUnary::Cos, $x),
            at(RealUnary::Tan, $x),
            at(RealUnary::Asin, $twentieth),
            at(RealUnary::Acos, $twentieth),
            at(RealUnary::Atan, $x),
            at(RealUnary::Sinh, $x),
            at(RealUnary::Cosh, $x),
            at(RealUnary::Tanh, $x),
            at(RealUnary::Log, $x.abs()),
            at(RealUnary::Log10, $x.abs()),
            $module::binary(RealBinary::Power, $x.abs(), $x).to_bits(),
        ]
    }};
}

#[test]
fn powers_have_gfortrans_bits() {
    for &(base, n, kind4, kind8) in table::POWERS {
        let base = f64::from_bits(base);
        assert_eq!(real8::power_integer4(base, n).to_bits(), kind4, "{base}**{n}");
        assert_eq!(real8::power_integer8(base, i64::from(n)).to_bits(), kind8, "{base}**{n}_8");
    }
    for &(base, n, kind4, kind8) in table::POWERS_OF_REAL4 {
        let base = f32::from_bits(base);
        assert_eq!(real4::power_integer4(base, n).to_bits(), kind4, "{base}**{n}");
        assert_eq!(real4::power_integer8(base, i64::from(n)).to_bits(), kind8, "{base}**{n}_8");
    }
}

#[test]
fn elementary_functions_are_the_c_librarys() {
    for &(x8, of_x8, x4, of_x4) in table::FUNCTIONS {
        let (x8, x4) = (f64::from_bits(x8), f32::from_bits(x4));
        assert_eq!(functions!(real8, x8, x8 / 20.0), of_x8, "functions of {x8}");
        assert_eq!(functions!(real4, x4, x4 / 20.0), of_x4, "functions of {x4}");
    }
}

#[test]
fn conversion_to_integer_is_that_of_x86() {
    use Rounding::{Nearest, Truncate};
    let cases = [
        (2.5, 2, 3, 2, 3),
        (-2.5, -2, -3, -2, -3),
        (0.49999999999999994, 0, 0, 0, 0),
        (-0.5, 0, -1, 0, -1),
        (2147483647.4, 2147483647, 2147483647, 2147483647, 2147483647),
        (6442450944.5, i32::MIN, -2147483647, 6442450944, 6442450945),
        (2147483647.5, 2147483647, i32::MIN, 2147483647, 2147483648),
        (-2147483648.4, i32::MIN, i32::MIN, -2147483648, -2147483648),
        (1e18, i32::MIN, -1_486_618_624, 1_000_000_000_000_000_000, 1_000_000_000_000_000_000),
        (1e19, i32::MIN, 0, i64::MIN, i64::MIN),
        (f64::NAN, i32::MIN, 0, i64::MIN, i64::MIN),
        (f64::INFINITY, i32::MIN, 0, i64::MIN, i64::MIN),
    ];
    for (x, int4, nint4, int8, nint8) in cases {
        assert_eq!(real8::to_integer4(Truncate, x), int4, "INT({x})");
        assert_eq!(real8::to_integer4(Nearest, x), nint4, "NINT({x})");
        assert_eq!(real8::to_integer8(Truncate, x), int8, "INT({x}, 8)");
        assert_eq!(real8::to_integer8(Nearest, x), nint8, "NINT({x}, 8)");
    }
    assert_eq!(real4::to_integer4(Nearest, 0.5), 1);
    assert_eq!(real4::to_integer4(Truncate, 2147483648.0), i32::MIN);
    assert_eq!(real4::to_integer8(Truncate, 2147483648.0), 2147483648);
}

#[test]
fn the_right_operand_of_max_stands_where_nothing_is_greater() {
    let is_negative_zero = |x: f64| x == 0.0 && x.is_sign_negative();
    assert_eq!(real8::max(f64::NAN, 1.0), 1.0);
    assert!(real8::max(1.0, f64::NAN).is_nan());
    assert!(is_negative_zero(real8::max(0.0, -0.0)));
    assert!(!is_negative_zero(real8::max(-0.0, 0.0)));
    assert_eq!(real8::min(f64::NAN, 1.0), 1.0);
    assert!(is_negative_zero(real8::min(0.0, -0.0)));
    assert_eq!((real4::max(1.0, 2.0), real4::min(1.0, 2.0)), (2.0, 1.0));
}

#[test]
fn dim_keeps_a_nan_and_never_gives_a_negative_zero() {
    assert!(real8::dim(f64::INFINITY, f64::INFINITY).is_nan());
    assert!(real8::dim(-0.0, 0.0).is_sign_positive());
    assert_eq!((real8::dim(5.0, 3.0), real8::dim(3.0, 5.0)), (2.0, 0.0));
    assert!(real8::binary(RealBinary::Mod, 1.0, 0.0).is_nan());
    assert_eq!(real8::binary(RealBinary::Mod, -7.5, 2.0), -1.5);
}

#[test]
fn integers_wrap_and_division_by_zero_is_an_error() {
    use IntegerBinary::*;
    let least = i32::MIN;
    let cases = [
        (Add, i32::MAX, 1, Ok(least)),
        (Multiply, least, 3, Ok(least)),
        (Divide, least, -1, Ok(least)),
        (Divide, -7, 2, Ok(-3)),
        (Divide, 1, 0, Err(DivideByZero)),
        (Mod, -7, 2, Ok(-1)),
        (Mod, least, -1, Ok(0)),
        (Mod, 1, 0, Err(DivideByZero)),
        (Sign, 5, -7, Ok(-5)),
        (Sign, 0, -7, Ok(0)),
        (Sign, least, 1, Ok(least)),
        (Dim, -7, 3, Ok(0)),
        (Dim, 3, -7, Ok(10)),
        (Dim, least, 1, Ok(i32::MAX)),
        (Power, 3, -7, Ok(0)),
        (Power, -1, -3, Ok(-1)),
        (Power, 0, -1, Err(DivideByZero)),
        (Power, 3, 21, Ok(1870418611)),
        (Power, 2, 31, Ok(least)),
        (Power, 2, 32, Ok(0)),
    ];
    for (operation, left, right, result) in cases {
        assert_eq!(integer4::binary(operation, left, right), result, "{operation:?} {left} {right}");
    }
    assert_eq!(integer4::unary(IntegerUnary::Abs, least), least);
    assert_eq!(integer8::binary(Power, 10, 18), Ok(1_000_000_000_000_000_000));
}

#[test]
fn a_nan_is_only_unequal() {
    let holds = |it, left: f64, right: f64| relation(it, left.partial_cmp(&right));
    for it in [Relation::Less, Relation::LessEqual, Relation::Equal, Relation::Greater, Relation::GreaterEqual] {
        assert!(!holds(it, f64::NAN, 1.0));
    }
    assert!(holds(Relation::NotEqual, f64::NAN, 1.0));
    assert!(holds(Relation::Equal, 0.0, -0.0));
    assert!(holds(Relation::LessEqual, 1.0, 1.0) && holds(Relation::Greater, 2.0, 1.0));
}

#[test]
fn of_a_relation_and_its_opposite_one_holds() {
    for it in Relation::ALL.iter().copied() {
        assert_eq!(it.opposite().opposite(), it);
        for right in [1, 2, 3] {
            let holds = |it| relation(it, Some(2.cmp(&right)));
            assert_ne!(holds(it), holds(it.opposite()), "{it:?} {right}");
        }
    }
}
