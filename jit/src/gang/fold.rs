//! Folds one operation: known operands, neutral elements, and the algebra of masks.
//!
//! Reals are never regrouped, and computed at compile time only where no rounding is involved.

use super::ir::{BinaryOp, Element, GangCode, GangType, Op, UnaryOp, ValueId};
use forlane_cfg::Relation;

/// What an operation folds to.
#[derive(Debug)]
pub enum Folded {
    /// A value there is already.
    Value(ValueId),
    /// Another operation, or the same.
    Op(Op),
}

/// Folds an operation of that type.
pub fn fold(code: &GangCode, ty: GangType, op: Op) -> Folded {
    match op {
        Op::Splat(operand) => fold_splat(code, ty, operand),
        Op::Unary(operation, operand) => fold_unary(code, ty, operation, operand),
        Op::Binary(operation, left, right) => fold_binary(code, ty, operation, left, right),
        Op::Compare(relation, left, right) => fold_compare(code, relation, left, right),
        Op::Outside(index, length) => match (code.constant(index), code.constant(length)) {
            (Some(index), Some(length)) => Folded::Op(Op::Constant(u64::from(index >= length))),
            _ => Folded::Op(op),
        },
        Op::Blend(mask, yes, no) => fold_blend(code, mask, yes, no),
        Op::Convert(operand) => fold_convert(code, ty, operand),
        Op::Any(mask) => match code.constant(mask) {
            Some(bits) => Folded::Op(Op::Constant(bits)),
            // A unit is entered by some lane.
            None => match code.values[mask].op {
                Op::MaskFromBits(bits) if matches!(code.values[bits].op, Op::ActiveBits) => {
                    Folded::Op(Op::Constant(u64::MAX))
                }
                _ => Folded::Op(op),
            },
        },
        Op::MaskToBits(mask) => match &code.values[mask].op {
            Op::MaskFromBits(bits) => Folded::Value(*bits),
            Op::Constant(0) => Folded::Op(Op::Constant(0)),
            _ => Folded::Op(op),
        },
        Op::Address { base, index, scale } => fold_address(code, base, index, scale),
        op => Folded::Op(op),
    }
}

fn fold_splat(code: &GangCode, ty: GangType, operand: ValueId) -> Folded {
    match code.constant(operand) {
        Some(bits) => Folded::Op(Op::Constant(normalize(ty.element, bits))),
        None => Folded::Op(Op::Splat(operand)),
    }
}

fn fold_unary(code: &GangCode, ty: GangType, operation: UnaryOp, operand: ValueId) -> Folded {
    if let (UnaryOp::Not, Op::Unary(UnaryOp::Not, inner)) = (operation, &code.values[operand].op) {
        return Folded::Value(*inner);
    }
    if let (UnaryOp::Not, Op::Compare(relation, left, right)) = (operation, &code.values[operand].op)
        // With a NaN, less and not less are not opposites, but equal and not equal are.
        && (!code.ty(*left).element.is_real() || matches!(relation, Relation::Equal | Relation::NotEqual))
    {
        return Folded::Op(Op::Compare(relation.opposite(), *left, *right));
    }
    if let (UnaryOp::ShiftRightUnsigned(bits), Op::Unary(UnaryOp::ShiftRight(_), inner)) =
        (operation, &code.values[operand].op)
        && u32::from(bits) == ty.element.size() * 8 - 1
    {
        // What is left is the sign, which the first shift keeps.
        return Folded::Op(Op::Unary(operation, *inner));
    }
    match (operation, &code.values[operand].op) {
        (UnaryOp::Abs, Op::Unary(UnaryOp::Abs, _)) => return Folded::Value(operand),
        // That of a NaN is without its sign, too.
        (UnaryOp::Abs, Op::Unary(UnaryOp::Negate, inner) | Op::Binary(BinaryOp::CopySign, inner, _)) => {
            return Folded::Op(Op::Unary(operation, *inner));
        }
        (UnaryOp::Negate, Op::Unary(UnaryOp::Negate, inner)) => return Folded::Value(*inner),
        _ => {}
    }
    let Some(bits) = code.constant(operand) else { return Folded::Op(Op::Unary(operation, operand)) };
    let sign = 1u64 << (ty.element.size() * 8 - 1);
    let bits = match (operation, ty.element) {
        (UnaryOp::Not, _) => !bits,
        (UnaryOp::Negate, Element::I64 | Element::I32) => (bits as i64).wrapping_neg() as u64,
        (UnaryOp::Negate, Element::F64 | Element::F32) => bits ^ sign,
        (UnaryOp::Abs, Element::F64 | Element::F32) => bits & !sign,
        _ => return Folded::Op(Op::Unary(operation, operand)),
    };
    Folded::Op(Op::Constant(normalize(ty.element, bits)))
}

fn fold_binary(code: &GangCode, ty: GangType, operation: BinaryOp, left: ValueId, right: ValueId) -> Folded {
    if ty.element.is_real() {
        return Folded::Op(Op::Binary(operation, left, right));
    }
    let (a, b) = (code.constant(left), code.constant(right));
    if let (Some(a), Some(b)) = (a, b)
        && let Some(bits) = integer_binary(ty.element, operation, a as i64, b as i64)
    {
        return Folded::Op(Op::Constant(normalize(ty.element, bits as u64)));
    }
    if ty.element.is_mask() || ty.element == Element::Bool {
        return fold_mask(code, operation, left, right);
    }
    match (operation, a, b) {
        (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Or | BinaryOp::Xor | BinaryOp::AndNot, _, Some(0)) => {
            Folded::Value(left)
        }
        (BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor, Some(0), _) => Folded::Value(right),
        (BinaryOp::Multiply | BinaryOp::Divide, _, Some(1)) => Folded::Value(left),
        (BinaryOp::Multiply, Some(1), _) => Folded::Value(right),
        _ => Folded::Op(Op::Binary(operation, left, right)),
    }
}

fn integer_binary(element: Element, operation: BinaryOp, a: i64, b: i64) -> Option<i64> {
    let least = if element == Element::I32 { i64::from(i32::MIN) } else { i64::MIN };
    Some(match operation {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide if b != 0 && !(a == least && b == -1) => a / b,
        BinaryOp::Remainder if b != 0 && b != -1 => a % b,
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::AndNot => a & !b,
        BinaryOp::Xor => a ^ b,
        _ => return None,
    })
}

/// The algebra of masks and conditions.
fn fold_mask(code: &GangCode, operation: BinaryOp, left: ValueId, right: ValueId) -> Folded {
    let negated = |value: ValueId| match &code.values[value].op {
        Op::Unary(UnaryOp::Not, inner) => Some(*inner),
        _ => None,
    };
    let known = |value: ValueId| code.constant(value).map(|bits| bits != 0);
    match (operation, known(left), known(right)) {
        (BinaryOp::And, Some(true), _) | (BinaryOp::Or | BinaryOp::Xor, Some(false), _) => Folded::Value(right),
        (BinaryOp::And, _, Some(true)) | (BinaryOp::Or | BinaryOp::Xor | BinaryOp::AndNot, _, Some(false)) => {
            Folded::Value(left)
        }
        (BinaryOp::And | BinaryOp::AndNot, Some(false), _) | (BinaryOp::Or, Some(true), _) => Folded::Value(left),
        (BinaryOp::And, _, Some(false)) | (BinaryOp::Or, _, Some(true)) => Folded::Value(right),
        (BinaryOp::AndNot, _, Some(true)) => Folded::Op(Op::Constant(0)),
        (BinaryOp::AndNot, Some(true), _) => fold_unary(code, code.ty(right), UnaryOp::Not, right),
        (BinaryOp::And | BinaryOp::Or, ..) if left == right => Folded::Value(left),
        (BinaryOp::AndNot | BinaryOp::Xor, ..) if left == right => Folded::Op(Op::Constant(0)),
        (BinaryOp::And, ..) if contradicts(code, left, right) || contradicts(code, right, left) => {
            Folded::Op(Op::Constant(0))
        }
        (BinaryOp::And, ..) => match (negated(left), negated(right)) {
            (_, Some(inner)) => Folded::Op(Op::Binary(BinaryOp::AndNot, left, inner)),
            (Some(inner), _) => Folded::Op(Op::Binary(BinaryOp::AndNot, right, inner)),
            _ => Folded::Op(Op::Binary(BinaryOp::And, left, right)),
        },
        (BinaryOp::AndNot, ..) => match negated(right) {
            Some(inner) => Folded::Op(Op::Binary(BinaryOp::And, left, inner)),
            None => Folded::Op(Op::Binary(BinaryOp::AndNot, left, right)),
        },
        _ => Folded::Op(Op::Binary(operation, left, right)),
    }
}

/// Whether a mask is the opposite of another one, or of a part of it: a check of the divisor is that in lanes that have
/// come here because it is not zero.
fn contradicts(code: &GangCode, whole: ValueId, mask: ValueId) -> bool {
    let is_opposite = |part: ValueId| match (&code.values[part].op, &code.values[mask].op) {
        (Op::Compare(found, a, b), Op::Compare(relation, c, d)) => {
            let are_opposites =
                matches!(relation, Relation::Equal | Relation::NotEqual) || !code.ty(*a).element.is_real();
            (a, b) == (c, d) && *found == relation.opposite() && are_opposites
        }
        _ => false,
    };
    match code.values[whole].op {
        Op::Binary(BinaryOp::And, left, right) => is_opposite(left) || is_opposite(right),
        Op::Binary(BinaryOp::AndNot, left, right) => right == mask || is_opposite(left),
        _ => is_opposite(whole),
    }
}

fn fold_compare(code: &GangCode, relation: Relation, left: ValueId, right: ValueId) -> Folded {
    if code.ty(left).element.is_real() {
        return Folded::Op(Op::Compare(relation, left, right));
    }
    let ordering = match (code.constant(left), code.constant(right)) {
        (Some(a), Some(b)) => (a as i64).cmp(&(b as i64)),
        _ if left == right => std::cmp::Ordering::Equal,
        _ => return Folded::Op(Op::Compare(relation, left, right)),
    };
    let holds = forlane_semantics::numeric::relation(relation, Some(ordering));
    Folded::Op(Op::Constant(if holds { u64::MAX } else { 0 }))
}

fn fold_blend(code: &GangCode, mask: ValueId, yes: ValueId, no: ValueId) -> Folded {
    if yes == no {
        return Folded::Value(yes);
    }
    match &code.values[mask].op {
        Op::Constant(0) => return Folded::Value(no),
        Op::Constant(_) => return Folded::Value(yes),
        Op::Unary(UnaryOp::Not, inner) => return Folded::Op(Op::Blend(*inner, no, yes)),
        _ => {}
    }
    if code.constant(yes).is_some() && code.constant(yes) == code.constant(no) {
        return Folded::Value(yes);
    }
    let element = code.ty(yes).element;
    if element.is_mask() || element == Element::Bool {
        match (code.constant(yes), code.constant(no)) {
            (Some(0), _) => return Folded::Op(Op::Binary(BinaryOp::AndNot, no, mask)),
            (_, Some(0)) => return Folded::Op(Op::Binary(BinaryOp::And, mask, yes)),
            (Some(_), _) => return Folded::Op(Op::Binary(BinaryOp::Or, mask, no)),
            _ => {}
        }
    }
    Folded::Op(Op::Blend(mask, yes, no))
}

fn fold_convert(code: &GangCode, ty: GangType, operand: ValueId) -> Folded {
    let from = code.ty(operand).element;
    if from == ty.element {
        return Folded::Value(operand);
    }
    if let (true, Op::Convert(inner)) = (from.is_mask(), &code.values[operand].op) {
        // The only other width is the one that it had before.
        return Folded::Value(*inner);
    }
    let Some(bits) = code.constant(operand) else { return Folded::Op(Op::Convert(operand)) };
    let bits = match (from, ty.element) {
        (Element::Mask64 | Element::Mask32, _) | (Element::I32 | Element::I64, Element::I64 | Element::I32) => bits,
        (Element::I32 | Element::I64, Element::F64) => (bits as i64 as f64).to_bits(),
        (Element::I32 | Element::I64, Element::F32) => u64::from((bits as i64 as f32).to_bits()),
        (Element::F32, Element::F64) => f64::from(f32::from_bits(bits as u32)).to_bits(),
        (Element::F64, Element::F32) => u64::from((f64::from_bits(bits) as f32).to_bits()),
        _ => return Folded::Op(Op::Convert(operand)),
    };
    Folded::Op(Op::Constant(normalize(ty.element, bits)))
}

fn fold_address(code: &GangCode, base: ValueId, index: ValueId, scale: u32) -> Folded {
    let unchanged = Folded::Op(Op::Address { base, index, scale });
    let Some(known) = code.constant(index) else { return unchanged };
    if known == 0 {
        return Folded::Value(base);
    }
    let behind = |start: u32| u32::try_from(known.checked_mul(u64::from(scale))?.checked_add(u64::from(start))?).ok();
    match code.values[base].op {
        Op::Storage(start) => behind(start).map_or(unchanged, |offset| Folded::Op(Op::Storage(offset))),
        Op::Constants(start) => behind(start).map_or(unchanged, |offset| Folded::Op(Op::Constants(offset))),
        _ => unchanged,
    }
}

/// The bits of a constant as they are kept: integers sign-extended, reals of 32 bits zero-extended.
pub fn normalize(element: Element, bits: u64) -> u64 {
    match element {
        Element::I32 => i64::from(bits as i32) as u64,
        Element::F32 => u64::from(bits as u32),
        Element::Mask64 | Element::Mask32 | Element::Bool if bits != 0 => u64::MAX,
        _ => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;

    const MASK: GangType = GangType::varying(Element::Mask64);

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
            let Op::Compare(Relation::Equal, compared, _) = builder.code.values[found].op else {
                panic!("a comparison")
            };
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
}
