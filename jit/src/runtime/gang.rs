//! Numeric functions for all lanes of a gang in one call, operands and results in memory, the active lanes as bits.
//!
//! What they compute for an active lane are the bits of the function for one lane; other lanes get anything. Some have
//! a vector form ([`forlane_semantics::mathlib::gang`]), the others are called for one lane after the other here.

use super::elementary::{binary4, binary8, parts4, parts8, unary4, unary8};
use super::lane_by_lane::lane_by_lane;
use forlane_cfg::{ComplexFunction, IntegerBinary, IntegerKind, RealBinary, RealKind, RealUnary};
use forlane_semantics::mathlib::gang::{GangCode, PowerInteger4, PowerInteger8, code, complex8, real4, real8};
use forlane_semantics::numeric::{integer4, integer8};

/// A numeric function for a gang.
///
/// Its first result, and operand, have the function's first kind. Its code is a `GangCode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GangFunction {
    /// As `RuntimeFunction::RealUnary`.
    RealUnary(RealKind, RealUnary),
    /// As `RuntimeFunction::RealBinary`.
    RealBinary(RealKind, RealBinary),
    /// As `RuntimeFunction::PowerInteger`.
    PowerInteger(RealKind, IntegerKind),
    /// As `RuntimeFunction::IntegerPower`.
    IntegerPower(IntegerKind),
    /// As `RuntimeFunction::IntegerShift`.
    IntegerShift(IntegerKind, IntegerBinary),
    /// SIN and COS of one operand.
    SinCos(RealKind),
    /// The real and the imaginary part of a function of one complex number.
    BothParts(RealKind, ComplexFunction),
}

impl GangFunction {
    /// The function that gives the results of both for the same operands, this one's first.
    pub fn with(self, other: GangFunction) -> Option<GangFunction> {
        match (self, other) {
            (GangFunction::RealUnary(kind, RealUnary::Sin), GangFunction::RealUnary(_, RealUnary::Cos)) => {
                Some(GangFunction::SinCos(kind))
            }
            (
                GangFunction::RealBinary(kind, RealBinary::RealPart(function)),
                GangFunction::RealBinary(_, RealBinary::ImaginaryPart(other)),
            ) if function == other => Some(GangFunction::BothParts(kind, function)),
            _ => None,
        }
    }

    /// Whether it is computed for several lanes at once, on a machine whose instructions and library allow that.
    pub fn has_vector_form(self) -> bool {
        use RealUnary::{Atan, Cos, Cosh, Erf, Erfc, Exp, Log, Log10, LogGamma, Sin, Sinh, Tan, Tanh};
        match self {
            GangFunction::RealUnary(_, Exp | Log | Sin | Cos) => true,
            GangFunction::RealUnary(kind, operation) => {
                kind == RealKind::R8
                    && matches!(operation, Atan | Cosh | Erf | Erfc | Log10 | LogGamma | Sinh | Tan | Tanh)
            }
            GangFunction::RealBinary(kind, RealBinary::Atan2 | RealBinary::Hypot) => kind == RealKind::R8,
            GangFunction::RealBinary(_, operation) => operation == RealBinary::Power,
            GangFunction::PowerInteger(..) | GangFunction::SinCos(_) => true,
            GangFunction::BothParts(kind, function) => {
                use ComplexFunction::{Exp, Log, Sqrt};
                kind == RealKind::R8 && matches!(function, Exp | Log | Sqrt)
            }
            GangFunction::IntegerPower(_) | GangFunction::IntegerShift(..) => false,
        }
    }

    /// How many operands it has.
    pub fn operands(self) -> usize {
        if matches!(self, GangFunction::RealUnary(..) | GangFunction::SinCos(_)) { 1 } else { 2 }
    }

    /// Its code; none for an operation that has no function. Of a function that has a vector form, that is found the
    /// first time, which takes 0.1 ms.
    pub fn code(self) -> Option<GangCode> {
        use IntegerKind::{I4, I8};
        use RealKind::{R4, R8};
        Some(match self {
            GangFunction::RealUnary(R4, operation) => match operation {
                RealUnary::Exp => code::<real4::Exp, 1>(),
                RealUnary::Log => code::<real4::Log, 1>(),
                RealUnary::Sin => code::<real4::Sin, 1>(),
                RealUnary::Cos => code::<real4::Cos, 1>(),
                _ => unary4::for_gang(operation)?,
            },
            GangFunction::RealUnary(R8, operation) => match operation {
                RealUnary::Exp => code::<real8::Exp, 1>(),
                RealUnary::Log => code::<real8::Log, 1>(),
                RealUnary::Sin => code::<real8::Sin, 1>(),
                RealUnary::Cos => code::<real8::Cos, 1>(),
                RealUnary::Atan => code::<real8::Atan, 1>(),
                RealUnary::Tan => code::<real8::Tan, 1>(),
                RealUnary::Log10 => code::<real8::Log10, 1>(),
                RealUnary::Sinh => code::<real8::Sinh, 1>(),
                RealUnary::Cosh => code::<real8::Cosh, 1>(),
                RealUnary::Tanh => code::<real8::Tanh, 1>(),
                RealUnary::Erf => code::<real8::Erf, 1>(),
                RealUnary::Erfc => code::<real8::Erfc, 1>(),
                RealUnary::LogGamma => code::<real8::LogGamma, 1>(),
                _ => unary8::for_gang(operation)?,
            },
            GangFunction::RealBinary(R4, RealBinary::Power) => code::<real4::Power, 1>(),
            GangFunction::RealBinary(R8, RealBinary::Power) => code::<real8::Power, 1>(),
            GangFunction::RealBinary(R8, RealBinary::Hypot) => code::<real8::Hypot, 1>(),
            GangFunction::RealBinary(R8, RealBinary::Atan2) => code::<real8::Atan2, 1>(),
            GangFunction::RealBinary(R4, operation) => binary4::for_gang(operation)?,
            GangFunction::RealBinary(R8, operation) => binary8::for_gang(operation)?,
            GangFunction::SinCos(R4) => code::<real4::SinCos, 2>(),
            GangFunction::SinCos(R8) => code::<real8::SinCos, 2>(),
            GangFunction::PowerInteger(R4, I4) => code::<PowerInteger4<f32>, 1>(),
            GangFunction::PowerInteger(R4, I8) => code::<PowerInteger8<f32>, 1>(),
            GangFunction::PowerInteger(R8, I4) => code::<PowerInteger4<f64>, 1>(),
            GangFunction::PowerInteger(R8, I8) => code::<PowerInteger8<f64>, 1>(),
            GangFunction::PowerInteger(..) => return None,
            GangFunction::IntegerPower(I4) => integer_power4,
            GangFunction::IntegerPower(I8) => integer_power8,
            GangFunction::IntegerPower(_) => return None,
            GangFunction::IntegerShift(I8, IntegerBinary::Shift) => shift8,
            GangFunction::IntegerShift(I8, _) => shift_arithmetic8,
            GangFunction::IntegerShift(_, IntegerBinary::Shift) => shift4,
            GangFunction::IntegerShift(..) => shift_arithmetic4,
            GangFunction::BothParts(R4, function) => parts4::for_gang(function),
            GangFunction::BothParts(R8, ComplexFunction::Exp) => code::<complex8::Exp, 2>(),
            GangFunction::BothParts(R8, ComplexFunction::Log) => code::<complex8::Log, 2>(),
            GangFunction::BothParts(R8, ComplexFunction::Sqrt) => code::<complex8::Sqrt, 2>(),
            GangFunction::BothParts(R8, function) => parts8::for_gang(function),
        })
    }
}

/// Defines functions of two integers.
macro_rules! define_integers {
    ($($name:ident: $integer:ty, $function:expr;)*) => {$(
        unsafe extern "C" fn $name(
            left: *const u8,
            right: *const u8,
            results: *mut u8,
            _: *mut u8,
            active: u64,
            lanes: u64,
        ) {
            // SAFETY: as `GangCode` says.
            unsafe { lane_by_lane::<$integer, $integer>((left, right), results, (active, lanes), $function) }
        }
    )*};
}

define_integers! {
    integer_power4: i32, |base, exponent| integer4::power(base, exponent).unwrap_or(0);
    integer_power8: i64, |base, exponent| integer8::power(base, exponent).unwrap_or(0);
    shift4: i32, integer4::shift;
    shift8: i64, integer8::shift;
    shift_arithmetic4: i32, integer4::shift_arithmetic;
    shift_arithmetic8: i64, integer8::shift_arithmetic;
}

#[cfg(test)]
mod tests;
