//! Constant folding of functions of REAL.

use super::value::{FoldError, Folded, integer, real};
use crate::resolve::constants::precise;
use crate::resolved::Intrinsic;
use forlane_semantics::operations::RealUnary;
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

/// The value of a function of one number whose result is INTEGER or LOGICAL.
pub(super) fn to_other_type(function: Intrinsic, x: f64, result: Type) -> Folded {
    let whole = match function {
        Intrinsic::Nint => x.round(),
        Intrinsic::Floor => x.floor(),
        Intrinsic::Ceiling => x.ceil(),
        Intrinsic::Exponent => return integer(IntegerKind::I4, i128::from(split(x).1)),
        Intrinsic::IsNan => return Ok(Constant::Logical(x.is_nan())),
        _ => return Err(FoldError::Types),
    };
    match result {
        Type::Integer(kind) => integer(kind, whole as i128),
        _ => Err(FoldError::Types),
    }
}

/// The value of a function of two numbers; one that is not here is computed at run time.
pub(super) fn function_of_two(function: Intrinsic, kind: RealKind, left: f64, right: f64) -> Result<f64, FoldError> {
    match function {
        Intrinsic::Mod | Intrinsic::Modulo if right == 0.0 => Err(FoldError::DivisionByZero),
        Intrinsic::Mod => Ok(left % right),
        Intrinsic::Modulo => {
            let rest = left % right;
            Ok(match rest {
                0.0 => 0.0_f64.copysign(right),
                _ if (left < 0.0) != (right < 0.0) => rest + right,
                _ => rest,
            })
        }
        Intrinsic::Sign => Ok(left.copysign(right)),
        Intrinsic::Dim => Ok(if left > right { left - right } else { 0.0 }),
        Intrinsic::Atan2 if left == 0.0 && right == 0.0 => Err(FoldError::Domain("ATAN2")),
        Intrinsic::Atan2 => Ok(precise::arc_tangent(left, right)),
        Intrinsic::Hypot => Ok(precise::hypotenuse(left, right)),
        Intrinsic::Nearest if right == 0.0 => Err(FoldError::Domain("NEAREST")),
        Intrinsic::Nearest => Ok(nearest(kind, left, right > 0.0)),
        _ => Err(FoldError::Unknown),
    }
}

fn nearest(kind: RealKind, x: f64, is_up: bool) -> f64 {
    match (kind, is_up) {
        (RealKind::R4, true) => f64::from((x as f32).next_up()),
        (RealKind::R4, false) => f64::from((x as f32).next_down()),
        (RealKind::R8, true) => x.next_up(),
        (RealKind::R8, false) => x.next_down(),
    }
}

/// The value of SCALE or SET_EXPONENT.
pub(super) fn scaled(function: Intrinsic, kind: RealKind, x: f64, exponent: i64) -> Folded {
    let significand = match function {
        Intrinsic::Scale => x,
        Intrinsic::SetExponent => split(x).0,
        _ => return Err(FoldError::Types),
    };
    real(kind, scale(significand, exponent))
}

/// `x * 2**exponent`, in steps of which only the last one may round.
fn scale(x: f64, exponent: i64) -> f64 {
    let mut rest = exponent.clamp(-5000, 5000);
    let mut value = x;
    while rest.abs() > 900 && value != 0.0 && value.is_finite() {
        let (fraction, own) = split(value);
        let total = rest + i64::from(own);
        if total.abs() <= 900 {
            return fraction * (total as f64).exp2();
        }
        let step = rest.signum() * 900;
        (value, rest) = (value * (step as f64).exp2(), rest - step);
    }
    value * (rest as f64).exp2()
}

/// Fraction, from a half to one, and exponent.
fn split(x: f64) -> (f64, i32) {
    if x == 0.0 {
        return (x, 0);
    }
    let (normal, moved) = if x.abs() < f64::MIN_POSITIVE { (x * 64_f64.exp2(), 64) } else { (x, 0) };
    let exponent = (normal.abs().to_bits() >> 52) as i32 - 1022;
    (f64::from_bits(normal.to_bits() & !(0x7ff << 52) | 1022 << 52), exponent - moved)
}

/// The value of a function of one number.
pub(super) fn function(function: RealUnary, kind: RealKind, x: f64) -> Result<f64, FoldError> {
    let (digits, least) = match kind {
        RealKind::R4 => (24, -126),
        RealKind::R8 => (53, -1022),
    };
    match function {
        RealUnary::SinDegrees | RealUnary::CosDegrees | RealUnary::TanDegrees => {
            precise::of_degrees(function, kind, x).ok_or(FoldError::Domain("TAND"))
        }
        RealUnary::Gamma if x <= 0.0 && x == x.trunc() => Err(FoldError::Domain("GAMMA")),
        RealUnary::LogGamma if x <= 0.0 && x == x.trunc() => Err(FoldError::Domain("LOG_GAMMA")),
        RealUnary::Sqrt if x < 0.0 => Err(FoldError::Domain("SQRT")),
        RealUnary::Log if x <= 0.0 => Err(FoldError::Domain("LOG")),
        RealUnary::Log10 if x <= 0.0 => Err(FoldError::Domain("LOG10")),
        RealUnary::Asin if x.abs() > 1.0 => Err(FoldError::Domain("ASIN")),
        RealUnary::Acos if x.abs() > 1.0 => Err(FoldError::Domain("ACOS")),
        RealUnary::Acosh if x < 1.0 => Err(FoldError::Domain("ACOSH")),
        RealUnary::Atanh if x.abs() >= 1.0 => Err(FoldError::Domain("ATANH")),
        RealUnary::Aint => Ok(x.trunc()),
        RealUnary::Anint => Ok(x.round()),
        RealUnary::Sqrt => Ok(x.sqrt()),
        RealUnary::Fraction => Ok(split(x).0),
        RealUnary::Spacing if x == 0.0 => Ok(f64::from(least).exp2()),
        RealUnary::Spacing => Ok(f64::from((split(x).1 - digits).max(least)).exp2()),
        RealUnary::ReciprocalSpacing => Ok(split(x).0.abs() * f64::from(digits).exp2()),
        _ => precise::evaluate(function, x).ok_or(FoldError::Unknown),
    }
}
