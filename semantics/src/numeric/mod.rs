//! Numerics: the result of every operation of [`crate::operations`], as plain functions.
//!
//! The interpreter and the run-time support of compiled code both call these, and code that is generated inline gives
//! the same bits. The standard is gfortran 12, `-O0 -ffp-contract=off`, on x86-64:
//! - INTEGER arithmetic wraps; what divides by zero is an error, so that the lane fails; the least integer by -1 wraps.
//! - REAL arithmetic is IEEE, round to nearest; the sign and payload of a NaN are unspecified.
//! - Elementary functions are those of the system's C library: Rust's `f64` and `f32` methods call `sin`, `sinf` and
//!   so on there, one for one (`log` for `ln`). Square root, AINT and ANINT are exact, wherever they are computed.
//!
//! Known differences, all where Fortran leaves the result undefined: NINT of a real that fits a 64-bit but not a 32-bit
//! integer gives the least 32-bit integer (gfortran takes the low half); zero to a negative constant power fails
//! (gfortran gives 0 where it expands the power); `4**n` and the like for a constant power of two and a large `n` wrap
//! to zero (gfortran shifts by the low five bits). For MAX and MIN see [`real8::max`].

pub mod character;
mod degrees;
mod erfc_scaled;
mod integer;
mod real;

use crate::operations::{LogicalBinary, Relation};
use integer::define_integer;
use real::define_real;
use std::cmp::Ordering;

/// An integer division by zero, or zero to a negative power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("integer division by zero")]
pub struct DivideByZero;

/// Operations of INTEGER(4).
pub mod integer4 {
    super::define_integer!(i32, u32);
}

/// Operations of INTEGER(8).
pub mod integer8 {
    super::define_integer!(i64, u64);
}

/// Operations of REAL(4).
pub mod real4 {
    super::define_real!(f32, real4, Complex4, of4);
}

/// Operations of REAL(8).
pub mod real8 {
    super::define_real!(f64, real8, Complex8, of8);
}

/// A binary LOGICAL operation.
pub fn logical(operation: LogicalBinary, left: bool, right: bool) -> bool {
    match operation {
        LogicalBinary::And => left & right,
        LogicalBinary::Or => left | right,
        LogicalBinary::Equivalent => left == right,
        LogicalBinary::NotEquivalent => left != right,
    }
}

/// Whether a relation holds between two numbers that compare so; none is for a NaN, with which only
/// [`Relation::NotEqual`] holds.
pub fn relation(relation: Relation, ordering: Option<Ordering>) -> bool {
    let Some(ordering) = ordering else { return relation == Relation::NotEqual };
    match relation {
        Relation::Less => ordering.is_lt(),
        Relation::LessEqual => ordering.is_le(),
        Relation::Equal => ordering.is_eq(),
        Relation::NotEqual => ordering.is_ne(),
        Relation::Greater => ordering.is_gt(),
        Relation::GreaterEqual => ordering.is_ge(),
    }
}

#[cfg(test)]
mod tests;
