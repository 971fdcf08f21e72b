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
            (Some(index), Some(length)) => Folded::Op(Op::Constant(normalize(ty.element, u64::from(index >= length)))),
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
        (BinaryOp::MinUnsigned, _, Some(0)) => Folded::Value(right),
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
        BinaryOp::MinUnsigned => (a as u64).min(b as u64) as i64,
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
    if yes == no || matches!(code.values[no].op, Op::Undefined) {
        return Folded::Value(yes);
    }
    if matches!(code.values[yes].op, Op::Undefined) {
        return Folded::Value(no);
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
mod tests;
