//! Results of folding.

use forlane_semantics::types::{Constant, IntegerKind, RealKind};
use thiserror::Error;

/// Why constants have no value under an operation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum FoldError {
    /// The result is out of the range of its type.
    #[error("the result does not fit its type")]
    Overflow,
    /// Division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The function has no value there.
    #[error("the argument of {0} is outside its domain")]
    Domain(&'static str),
    /// Something in it is not a constant.
    #[error("this is not a constant")]
    NotConstant,
    /// A subscript is outside of its array, or a substring of its text.
    #[error("a subscript is out of bounds")]
    Bounds,
    /// Arrays do not conform.
    #[error("the shapes of the arrays do not conform")]
    Shapes,
    /// An array is larger than constants may be.
    #[error("the array has too many elements for a constant")]
    TooLarge,
    /// No way is known to compute the exact value.
    #[error("the value of this function is not known before run time")]
    Unknown,
    /// The operation does not belong to these types; types are checked before, so a user does not see it.
    #[error("the operation is not defined for these types")]
    Types,
}

/// The result of folding.
pub(crate) type Folded = Result<Constant, FoldError>;

/// An INTEGER constant, if the value is in the range of the kind.
pub(crate) fn integer(kind: IntegerKind, value: i128) -> Folded {
    match i64::try_from(value) {
        Ok(value) if kind.holds(value) => Ok(Constant::Integer(kind, value)),
        _ => Err(FoldError::Overflow),
    }
}

/// A REAL constant, rounded to the kind.
pub(crate) fn real(kind: RealKind, value: f64) -> Folded {
    let rounded = match kind {
        RealKind::R4 => f64::from(value as f32),
        RealKind::R8 => value,
    };
    if rounded.is_finite() { Ok(Constant::Real(kind, rounded)) } else { Err(FoldError::Overflow) }
}

/// A text truncated or padded with blanks to `length` bytes.
pub(crate) fn fitted(text: &[u8], length: usize) -> Vec<u8> {
    let mut fitted = text[..text.len().min(length)].to_vec();
    fitted.resize(length, b' ');
    fitted
}
