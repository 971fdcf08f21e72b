//! Constant folding of functions of an integer's bits.

use super::value::{FoldError, Folded, integer};
use crate::resolved::Intrinsic;
use forlane_semantics::types::{Constant, IntegerKind};

/// The value of a function of integers of one kind.
pub(super) fn function(function: Intrinsic, kind: IntegerKind, operands: &[i64]) -> Folded {
    let bits = kind.size() as i64 * 8;
    let value = match (function, operands) {
        (Intrinsic::BitAnd, [left, right]) => left & right,
        (Intrinsic::BitOr, [left, right]) => left | right,
        (Intrinsic::BitXor, [left, right]) => left ^ right,
        (Intrinsic::BitNot, [operand]) => !operand,
        (Intrinsic::PopulationCount, [operand]) => i64::from(unsigned(*operand, bits).count_ones()),
        (Intrinsic::LeadingZeros, [operand]) => i64::from(unsigned(*operand, bits).leading_zeros()) - (64 - bits),
        (Intrinsic::TrailingZeros, [operand]) => bits.min(i64::from(operand.trailing_zeros())),
        (Intrinsic::Shift, [operand, count]) => shift(*operand, *count, bits),
        (Intrinsic::ShiftArithmetic, [operand, count]) => operand >> within(*count, 0, bits)?.min(63),
        (Intrinsic::ShiftCircular, [operand, count]) => circular(*operand, *count, bits, bits)?,
        (Intrinsic::ShiftCircular, [operand, count, size]) => circular(*operand, *count, *size, bits)?,
        (Intrinsic::Bits, [operand, place, length]) => {
            let (place, length) = (within(*place, 0, bits)?, within(*length, 0, bits - place)?);
            shift(*operand, -place, bits) & ones(length, bits)
        }
        (Intrinsic::BitSet, [operand, place]) => operand | shift(1, within(*place, 0, bits - 1)?, bits),
        (Intrinsic::BitClear, [operand, place]) => operand & !shift(1, within(*place, 0, bits - 1)?, bits),
        (Intrinsic::BitTest, [operand, place]) => {
            return Ok(Constant::Logical(operand >> within(*place, 0, bits - 1)? & 1 == 1));
        }
        (Intrinsic::MergeBits, [first, second, mask]) => first & mask | second & !mask,
        (Intrinsic::MoveBits, [from, from_place, length, to, to_place]) => {
            let length = within(*length, 0, bits)?;
            let (from_place, to_place) = (within(*from_place, 0, bits - length)?, within(*to_place, 0, bits - length)?);
            let moved = shift(*from, -from_place, bits) & ones(length, bits);
            shift(moved, to_place, bits) | to & !shift(ones(length, bits), to_place, bits)
        }
        _ => return Err(FoldError::Types),
    };
    integer(kind, i128::from(value))
}

/// The bits as a number without sign.
fn unsigned(operand: i64, bits: i64) -> u64 {
    operand as u64 & u64::MAX >> (64 - bits)
}

/// ISHFT, with the sign of the kind's highest bit.
fn shift(operand: i64, count: i64, bits: i64) -> i64 {
    let operand = unsigned(operand, bits);
    let by = u32::try_from(count.unsigned_abs()).unwrap_or(u32::MAX);
    let shifted = if count >= 0 { operand.checked_shl(by) } else { operand.checked_shr(by) };
    let above = 64 - bits;
    (shifted.unwrap_or(0) << above) as i64 >> above
}

fn ones(length: i64, bits: i64) -> i64 {
    if length == 0 { 0 } else { shift(-1, length - bits, bits) }
}

/// ISHFTC: rotates the lowest `size` bits.
fn circular(operand: i64, count: i64, size: i64, bits: i64) -> Result<i64, FoldError> {
    let size = within(size, 1, bits)?;
    let count = within(count, -size, size)?.rem_euclid(size);
    let mask = ones(size, bits);
    let low = operand & mask;
    let round = (shift(low, count, bits) | shift(low, count - size, bits)) & mask;
    Ok(if count == 0 { operand } else { operand & !mask | round })
}

/// A place or number of bits, if it is in range.
fn within(value: i64, least: i64, most: i64) -> Result<i64, FoldError> {
    if (least..=most).contains(&value) { Ok(value) } else { Err(FoldError::Domain("a function of bits")) }
}
