//! Elementary functions of constants.
//!
//! gfortran folds them with correct rounding. Kind 4 is computed in binary64 and rounded once, which comes to the
//! same but for a few arguments in a billion; kind 8 takes the system's libm, which is within one unit in the last
//! place and agrees nearly always.

use crate::resolved::Intrinsic;
use crate::types::RealKind;

/// The value of an elementary function, before it is rounded to the kind; none if it is no elementary function.
pub(crate) fn evaluate(function: Intrinsic, _kind: RealKind, x: f64) -> Option<f64> {
    Some(match function {
        Intrinsic::Exp => x.exp(),
        Intrinsic::Log => x.ln(),
        Intrinsic::Log10 => x.log10(),
        Intrinsic::Sin => x.sin(),
        Intrinsic::Cos => x.cos(),
        Intrinsic::Tan => x.tan(),
        Intrinsic::Asin => x.asin(),
        Intrinsic::Acos => x.acos(),
        Intrinsic::Atan => x.atan(),
        Intrinsic::Sinh => x.sinh(),
        Intrinsic::Cosh => x.cosh(),
        Intrinsic::Tanh => x.tanh(),
        _ => return None,
    })
}
