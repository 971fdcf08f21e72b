//! Numeric functions for all lanes of a gang in one call, operands and results in memory, the active lanes as bits.
//!
//! What they compute for an active lane are the bits of the function for one lane; other lanes get anything. Some have
//! a vector form ([`forlane_semantics::mathlib::gang`]), the others are called for one lane after the other here.

use super::elementary::{binary4, binary8, parts4, parts8, unary4, unary8};
use super::lane_by_lane::{GangCode, lane_by_lane};
use forlane_cfg::{ComplexFunction, IntegerBinary, IntegerKind, RealBinary, RealKind, RealUnary};
use forlane_semantics::mathlib::gang::{self, Checked, PowerInteger4, PowerInteger8, compute};
use forlane_semantics::numeric::{integer4, integer8};
use std::ptr::NonNull;

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

    /// Has the vector form, if there is one, checked for this process: else the first call does it.
    pub fn check(self) {
        if let (true, Some(code)) = (self.has_vector_form(), self.code()) {
            let nowhere = NonNull::<u64>::dangling().as_ptr().cast::<u8>();
            // SAFETY: it is called for no lanes, so that nothing is read or written.
            unsafe { code(nowhere, nowhere, nowhere, nowhere, 0, 0) }
        }
    }

    /// How many operands it has.
    pub fn operands(self) -> usize {
        if matches!(self, GangFunction::RealUnary(..) | GangFunction::SinCos(_)) { 1 } else { 2 }
    }

    /// Its code; none for an operation that has no function.
    pub fn code(self) -> Option<GangCode> {
        use IntegerKind::{I4, I8};
        use RealKind::{R4, R8};
        Some(match self {
            GangFunction::RealUnary(R4, operation) => match operation {
                RealUnary::Exp => in_lanes1::<gang::real4::Exp>,
                RealUnary::Log => in_lanes1::<gang::real4::Log>,
                RealUnary::Sin => in_lanes1::<gang::real4::Sin>,
                RealUnary::Cos => in_lanes1::<gang::real4::Cos>,
                _ => unary4::for_gang(operation)?,
            },
            GangFunction::RealUnary(R8, operation) => match operation {
                RealUnary::Exp => in_lanes1::<gang::real8::Exp>,
                RealUnary::Log => in_lanes1::<gang::real8::Log>,
                RealUnary::Sin => in_lanes1::<gang::real8::Sin>,
                RealUnary::Cos => in_lanes1::<gang::real8::Cos>,
                RealUnary::Atan => in_lanes1::<gang::real8::Atan>,
                RealUnary::Tan => in_lanes1::<gang::real8::Tan>,
                RealUnary::Log10 => in_lanes1::<gang::real8::Log10>,
                RealUnary::Sinh => in_lanes1::<gang::real8::Sinh>,
                RealUnary::Cosh => in_lanes1::<gang::real8::Cosh>,
                RealUnary::Tanh => in_lanes1::<gang::real8::Tanh>,
                RealUnary::Erf => in_lanes1::<gang::real8::Erf>,
                RealUnary::Erfc => in_lanes1::<gang::real8::Erfc>,
                RealUnary::LogGamma => in_lanes1::<gang::real8::LogGamma>,
                _ => unary8::for_gang(operation)?,
            },
            GangFunction::RealBinary(R4, RealBinary::Power) => in_lanes2::<gang::real4::Power>,
            GangFunction::RealBinary(R8, RealBinary::Power) => in_lanes2::<gang::real8::Power>,
            GangFunction::RealBinary(R8, RealBinary::Hypot) => in_lanes2::<gang::real8::Hypot>,
            GangFunction::RealBinary(R8, RealBinary::Atan2) => in_lanes2::<gang::real8::Atan2>,
            GangFunction::RealBinary(R4, operation) => binary4::for_gang(operation)?,
            GangFunction::RealBinary(R8, operation) => binary8::for_gang(operation)?,
            GangFunction::SinCos(R4) => of_one_in_lanes_both::<gang::real4::SinCos>,
            GangFunction::SinCos(R8) => of_one_in_lanes_both::<gang::real8::SinCos>,
            GangFunction::PowerInteger(R4, I4) => in_lanes2::<PowerInteger4<f32>>,
            GangFunction::PowerInteger(R4, I8) => in_lanes2::<PowerInteger8<f32>>,
            GangFunction::PowerInteger(R8, I4) => in_lanes2::<PowerInteger4<f64>>,
            GangFunction::PowerInteger(R8, I8) => in_lanes2::<PowerInteger8<f64>>,
            GangFunction::PowerInteger(..) => return None,
            GangFunction::IntegerPower(I4) => integer_power4,
            GangFunction::IntegerPower(I8) => integer_power8,
            GangFunction::IntegerPower(_) => return None,
            GangFunction::IntegerShift(I8, IntegerBinary::Shift) => shift8,
            GangFunction::IntegerShift(I8, _) => shift_arithmetic8,
            GangFunction::IntegerShift(_, IntegerBinary::Shift) => shift4,
            GangFunction::IntegerShift(..) => shift_arithmetic4,
            GangFunction::BothParts(R4, function) => parts4::for_gang(function),
            GangFunction::BothParts(R8, ComplexFunction::Exp) => in_lanes_both::<gang::complex8::Exp>,
            GangFunction::BothParts(R8, ComplexFunction::Log) => in_lanes_both::<gang::complex8::Log>,
            GangFunction::BothParts(R8, ComplexFunction::Sqrt) => in_lanes_both::<gang::complex8::Sqrt>,
            GangFunction::BothParts(R8, function) => parts8::for_gang(function),
        })
    }
}

/// A function of one operand that has a vector form.
unsafe extern "C" fn in_lanes1<F: Checked<1, Right = <F as gang::Function<1>>::Left>>(
    operands: *const u8,
    _: *const u8,
    results: *mut u8,
    second: *mut u8,
    active: u64,
    lanes: u64,
) {
    // SAFETY: as `GangCode` says.
    unsafe { in_lanes2::<F>(operands, operands, results, second, active, lanes) }
}

/// A function of two operands that has a vector form.
unsafe extern "C" fn in_lanes2<F: Checked<1>>(
    left: *const u8,
    right: *const u8,
    results: *mut u8,
    _: *mut u8,
    active: u64,
    lanes: u64,
) {
    let lanes = lanes as usize;
    // SAFETY: as `GangCode` says; operands and results have stack slots of their own.
    let (left, right, results) = unsafe {
        let left = std::slice::from_raw_parts(left.cast::<F::Left>(), lanes);
        let right = std::slice::from_raw_parts(right.cast::<F::Right>(), lanes);
        (left, right, std::slice::from_raw_parts_mut(results.cast::<F::Left>(), lanes))
    };
    compute::<F, 1>(left, right, [results], active);
}

/// A function of one operand and two results that has a vector form.
unsafe extern "C" fn of_one_in_lanes_both<F: Checked<2, Right = <F as gang::Function<2>>::Left>>(
    operands: *const u8,
    _: *const u8,
    first: *mut u8,
    second: *mut u8,
    active: u64,
    lanes: u64,
) {
    // SAFETY: as above.
    unsafe { in_lanes_both::<F>(operands, operands, first, second, active, lanes) }
}

/// A function of two operands and two results that has a vector form.
unsafe extern "C" fn in_lanes_both<F: Checked<2>>(
    left: *const u8,
    right: *const u8,
    first: *mut u8,
    second: *mut u8,
    active: u64,
    lanes: u64,
) {
    let lanes = lanes as usize;
    // SAFETY: as above.
    let (left, right, results) = unsafe {
        let left = std::slice::from_raw_parts(left.cast::<F::Left>(), lanes);
        let right = std::slice::from_raw_parts(right.cast::<F::Right>(), lanes);
        let results = |place: *mut u8| std::slice::from_raw_parts_mut(place.cast::<F::Left>(), lanes);
        (left, right, [results(first), results(second)])
    };
    compute::<F, 2>(left, right, results, active);
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
