//! Operations that fold, and those that must not.

use super::*;
use crate::gang::builder::Builder;

const MASK: GangType = GangType::varying(Element::Mask64);
const MASK32: GangType = GangType::varying(Element::Mask32);

/// Code with two masks of which nothing is known.
fn masks() -> (Builder, ValueId, ValueId) {
    let mut builder = Builder::new("masks", 8);
    let block = builder.block;
    let (a, b) = (builder.parameter(block, MASK), builder.parameter(block, MASK));
    (builder, a, b)
}

#[test]
fn masks_fold() {
    let (mut builder, a, b) = masks();
    let none = builder.truth(MASK, false);
    let all = builder.truth(MASK, true);
    assert_eq!(builder.binary(BinaryOp::And, a, a), a);
    assert_eq!(builder.binary(BinaryOp::And, all, a), a);
    assert_eq!(builder.binary(BinaryOp::Or, a, none), a);
    assert_eq!(builder.binary(BinaryOp::AndNot, a, none), a);
    let nothing = builder.binary(BinaryOp::AndNot, a, a);
    assert_eq!(builder.code.constant(nothing), Some(0));
    let not = builder.unary(UnaryOp::Not, b);
    let both = builder.binary(BinaryOp::And, a, not);
    assert_eq!(builder.code.values[both].op, Op::Binary(BinaryOp::AndNot, a, b));
    assert_eq!(builder.unary(UnaryOp::Not, not), b);
    assert_eq!(builder.blend(a, b, b), b);
}

/// A mask and its opposite leave no lane, wherever in the mask it is; with a NaN, less and not less are not
/// opposites.
#[test]
fn opposites_leave_nothing() {
    for (element, folds) in [(Element::I64, true), (Element::F64, false)] {
        let (mut builder, active, _) = masks();
        let block = builder.block;
        let ty = GangType::varying(element);
        let (x, y) = (builder.parameter(block, ty), builder.parameter(block, ty));
        let less = builder.compare(Relation::Less, x, y);
        let not_less = builder.compare(Relation::GreaterEqual, x, y);
        let there = builder.binary(BinaryOp::And, active, less);
        let both = builder.binary(BinaryOp::And, there, not_less);
        assert_eq!(builder.code.constant(both), folds.then_some(0));
        let elsewhere = builder.binary(BinaryOp::AndNot, active, less);
        let nowhere = builder.binary(BinaryOp::And, less, elsewhere);
        assert_eq!(builder.code.constant(nowhere), Some(0));
    }
}

/// A function of the magnitude is the same for a number and its negative, so its values are computed once.
#[test]
fn magnitudes_have_no_sign() {
    let mut builder = Builder::new("magnitudes", 8);
    let block = builder.block;
    let [x, y] = [(); 2].map(|()| builder.parameter(block, GangType::varying(Element::F64)));
    let negative = builder.unary(UnaryOp::Negate, x);
    let signed = builder.binary(BinaryOp::CopySign, x, y);
    for value in [x, negative, signed] {
        let magnitude = builder.unary(UnaryOp::Abs, value);
        assert_eq!(builder.code.values[magnitude].op, Op::Unary(UnaryOp::Abs, x));
        assert_eq!(builder.unary(UnaryOp::Abs, magnitude), magnitude);
    }
    assert_eq!(builder.unary(UnaryOp::Negate, negative), x);
}

/// The sign as a number is one shift, also of what was shifted before.
#[test]
fn signs_are_one_shift() {
    let mut builder = Builder::new("signs", 8);
    let block = builder.block;
    let x = builder.parameter(block, GangType::varying(Element::I32));
    let all = builder.unary(UnaryOp::ShiftRight(5), x);
    let sign = builder.unary(UnaryOp::ShiftRightUnsigned(31), all);
    assert_eq!(builder.code.values[sign].op, Op::Unary(UnaryOp::ShiftRightUnsigned(31), x));
    let other = builder.unary(UnaryOp::ShiftRightUnsigned(30), all);
    assert_eq!(builder.code.values[other].op, Op::Unary(UnaryOp::ShiftRightUnsigned(30), all));
}

/// Whether a remainder by a power of two is zero is asked of the dividend's lower bits alone.
#[test]
fn remainders_that_are_zero_are_bits() {
    for (exponent, least) in [(1, i64::MIN), (3, -8), (3, -4)] {
        let mut builder = Builder::new("remainders", 8);
        let (block, ty) = (builder.block, GangType::varying(Element::I64));
        let x = builder.parameter(block, ty);
        let sign = builder.unary(UnaryOp::ShiftRight(63), x);
        let bias = builder.unary(UnaryOp::ShiftRightUnsigned(64 - exponent), sign);
        let moved = builder.binary(BinaryOp::Add, x, bias);
        let mask = builder.constant(ty, least as u64);
        let whole = builder.binary(BinaryOp::And, moved, mask);
        let rest = builder.binary(BinaryOp::Subtract, x, whole);
        let zero = builder.constant(ty, 0);
        let found = builder.compare(Relation::Equal, rest, zero);
        let Op::Compare(Relation::Equal, compared, _) = builder.code.values[found].op else { panic!("a comparison") };
        let bits = match builder.code.values[compared].op {
            Op::Binary(BinaryOp::And, operand, bits) if operand == x => builder.code.constant(bits),
            _ => None,
        };
        assert_eq!(bits, (least == -8).then_some(7));
    }
}

/// The second width of a mask is the first one converted; back again it is the first.
#[test]
fn widths_of_masks_fold() {
    let (mut builder, a, _) = masks();
    let narrow = builder.convert(a, Element::Mask32);
    assert_eq!(builder.convert(narrow, Element::Mask64), a);
}

/// A real plus zero is not that real: the zero may be negative.
#[test]
fn reals_keep_their_zeros() {
    let mut builder = Builder::new("reals", 8);
    let ty = GangType::varying(Element::F64);
    let block = builder.block;
    let x = builder.parameter(block, ty);
    let zero = builder.constant(ty, 0);
    assert_ne!(builder.binary(BinaryOp::Add, x, zero), x);
    assert_ne!(builder.binary(BinaryOp::Subtract, x, x), zero);
}

#[test]
fn integers_add_their_constants() {
    let mut builder = Builder::new("sums", 8);
    let ty = GangType::uniform(Element::I32);
    let block = builder.block;
    let x = builder.parameter(block, ty);
    let (one, most) = (builder.constant(ty, 1), builder.constant(ty, i32::MAX as u64));
    let more = builder.binary(BinaryOp::Add, x, one);
    assert_eq!(builder.binary(BinaryOp::Subtract, more, one), x);
    let wrapped = builder.binary(BinaryOp::Add, one, most);
    assert_eq!(builder.code.constant(wrapped), Some(i64::from(i32::MIN) as u64));
}

/// Known indices are clamped to the last element and compared with the length as those that are not known: a negative
/// one is greater than both. Of an array of one element there is but one index.
#[test]
fn known_indices_are_checked() {
    let ty = GangType::varying(Element::I32);
    let mut builder = Builder::new("indices", 8);
    let block = builder.block;
    let x = builder.parameter(block, ty);
    let [length, last, zero] = [5, 4, 0].map(|bits| builder.constant(ty, bits));
    for (index, clamped, is_outside) in [(-1, 4, true), (0, 0, false), (4, 4, false), (5, 4, true)] {
        let index = builder.constant(ty, i64::from(index) as u64);
        let outside = builder.push(MASK32, Op::Outside(index, length));
        assert_eq!(builder.code.constant(outside), Some(if is_outside { u64::MAX } else { 0 }));
        let index = builder.binary(BinaryOp::MinUnsigned, index, last);
        assert_eq!(builder.code.constant(index), Some(clamped));
    }
    assert_eq!(builder.binary(BinaryOp::MinUnsigned, x, zero), zero);
}
