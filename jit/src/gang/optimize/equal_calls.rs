//! Calls of functions that are given what another call was given, but for NaNs, take its result.
//!
//! The normal distribution is wanted of `d` and of `-d`, and the exponential in it of `-d*d/2` and of `-(-d)*(-d)/2`.
//! These are the same but for the sign of a NaN. Of a NaN, the function gives that NaN, so it is chosen where there is
//! one.
//!
//! ```text
//! g3: f64 = multiply g1, g1                 g3: f64 = multiply g1, g1
//! g4: f64 = forlane_exp_r8(g3)              g4: f64 = forlane_exp_r8(g3)
//! g5: f64 = negate g1                       g5: f64 = negate g1
//! g6: f64 = multiply g5, g5           ⟶     g6: f64 = multiply g5, g5
//! g7: f64 = forlane_exp_r8(g6)              g8: mask64 = g6 /= g6
//!                                           g7: f64 = blend g8, g6, g4
//! ```
//!
//! Values whose signs alone differ are folded before, so that these are results of arithmetic, whose NaNs are quiet, as
//! those of the function are.
//!
//! Requires: valid gang code, values numbered. Keeps: blocks and arcs. Cost: linear in the operations, and for calls
//! times their number.

use super::dominators::Dominators;
use crate::gang::ir::{BinaryOp, BlockId, GangCode, GangType, Op, UnaryOp, Value, ValueId};
use crate::runtime::RuntimeFunction;
use forlane_cfg::{RealUnary, Relation};

/// The functions that give a NaN that they are given.
const OF_NANS: [RealUnary; 4] = [RealUnary::Exp, RealUnary::Log, RealUnary::Sin, RealUnary::Cos];

/// How many operations before one are looked at.
const DEPTH: usize = 8;

/// A call.
struct Call {
    block: BlockId,
    function: RuntimeFunction,
    operand: ValueId,
    mask: ValueId,
    result: ValueId,
}

/// Replaces such calls.
pub fn merge_equal_calls(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let dominators = Dominators::compute(code, &order);
    let mut calls: Vec<Call> = Vec::new();
    for block in order {
        let ops = std::mem::take(&mut code.blocks[block].ops);
        let mut kept = Vec::with_capacity(ops.len());
        for result in ops {
            if let Some(call) = call(code, block, result) {
                let is_equal = |other: &&Call| {
                    (other.function, other.mask) == (call.function, call.mask)
                        && dominators.dominates(other.block, block)
                        && sign_between(code, other.operand, call.operand, DEPTH) == Some(false)
                };
                match calls.iter().find(is_equal).map(|other| other.result) {
                    Some(other) => {
                        let ty = GangType::varying(code.ty(result).element.mask());
                        let op = Op::Compare(Relation::NotEqual, call.operand, call.operand);
                        let is_nan = code.copy_value(result);
                        code.values[is_nan] = Value { ty, op };
                        kept.push(is_nan);
                        code.values[result].op = Op::Blend(is_nan, call.operand, other);
                    }
                    None => calls.push(call),
                }
            }
            kept.push(result);
        }
        code.blocks[block].ops = kept;
    }
}

/// The call of one of the functions that makes a value.
fn call(code: &GangCode, block: BlockId, result: ValueId) -> Option<Call> {
    match &code.values[result].op {
        Op::Runtime { function: function @ RuntimeFunction::RealUnary(_, operation), operands, mask: Some(mask) }
            if OF_NANS.contains(operation) =>
        {
            Some(Call { block, function: *function, operand: *operands.first()?, mask: *mask, result })
        }
        _ => None,
    }
}

/// Whether one real is the other one with the opposite sign, or is the other one, if that is known, in all lanes in
/// which they are not NaNs; both are NaNs in the same lanes.
fn sign_between(code: &GangCode, one: ValueId, other: ValueId, depth: usize) -> Option<bool> {
    if one == other {
        return Some(false);
    }
    if !code.ty(one).element.is_real() {
        return None;
    }
    let depth = depth.checked_sub(1)?;
    match (&code.values[one].op, &code.values[other].op) {
        (Op::Unary(UnaryOp::Negate, one), _) => sign_between(code, *one, other, depth).map(|sign| !sign),
        (_, Op::Unary(UnaryOp::Negate, other)) => sign_between(code, one, *other, depth).map(|sign| !sign),
        (Op::Unary(UnaryOp::Abs, one), Op::Unary(UnaryOp::Abs, other)) => {
            sign_between(code, *one, *other, depth).map(|_| false)
        }
        (Op::Binary(operation, a, b), Op::Binary(found, c, d)) if operation == found => {
            let (left, right) = (sign_between(code, *a, *c, depth)?, sign_between(code, *b, *d, depth)?);
            match operation {
                BinaryOp::Multiply | BinaryOp::Divide => Some(left != right),
                // The sum of two numbers that are each other's opposites is +0, and so is that of their opposites.
                BinaryOp::Add | BinaryOp::Subtract => (!left && !right).then_some(false),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{Element, SlotField, Terminator};
    use crate::gang::verify::verify;
    use forlane_cfg::RealKind;
    use forlane_semantics::numeric::{real4, real8};

    const REAL: GangType = GangType::varying(Element::F64);

    /// How many calls are left of two, one of what is made of a number and one of what is made of its opposite.
    fn calls_left(function: RealUnary, operand: impl Fn(&mut Builder, ValueId) -> ValueId) -> usize {
        let mut builder = Builder::new("two", 8);
        let address = GangType::uniform(Element::I64);
        let bits = builder.push(address, Op::ActiveBits);
        let mask = Some(builder.push(GangType::varying(Element::Mask64), Op::MaskFromBits(bits)));
        let place = builder.push(address, Op::Argument(0, SlotField::Base));
        let x = builder.load(REAL, place, false);
        let opposite = builder.unary(UnaryOp::Negate, x);
        for number in [x, opposite] {
            let operands = vec![operand(&mut builder, number)];
            let function = RuntimeFunction::RealUnary(RealKind::R8, function);
            let value = builder.push(REAL, Op::Runtime { function, operands, mask });
            builder.effect(Op::Store { address: place, value, mask });
        }
        builder.terminate(Terminator::Return(bits));
        let mut code = builder.code;
        merge_equal_calls(&mut code);
        assert_eq!(verify(&code), Ok(()));
        let ops = &code.blocks[code.entry].ops;
        ops.iter().filter(|value| matches!(code.values[**value].op, Op::Runtime { .. })).count()
    }

    fn square(builder: &mut Builder, x: ValueId) -> ValueId {
        builder.binary(BinaryOp::Multiply, x, x)
    }

    #[test]
    fn signs_that_cancel_make_no_difference() {
        let scaled = |builder: &mut Builder, x| {
            let half = builder.constant(REAL, (-0.5_f64).to_bits());
            let scaled = builder.binary(BinaryOp::Multiply, half, x);
            builder.binary(BinaryOp::Multiply, scaled, x)
        };
        let moved = |builder: &mut Builder, x| {
            let (square, magnitude) = (square(builder, x), builder.unary(UnaryOp::Abs, x));
            builder.binary(BinaryOp::Add, square, magnitude)
        };
        assert_eq!(calls_left(RealUnary::Exp, scaled), 1);
        assert_eq!(calls_left(RealUnary::Cos, moved), 1);
    }

    #[test]
    fn others_are_called() {
        let moved = |builder: &mut Builder, x| {
            let square = square(builder, x);
            builder.binary(BinaryOp::Add, square, x)
        };
        assert_eq!(calls_left(RealUnary::Exp, moved), 2);
        assert_eq!(calls_left(RealUnary::Exp, |_, x| x), 2);
        // The gamma function of a NaN has not its sign.
        assert_eq!(calls_left(RealUnary::Gamma, square), 2);
    }

    /// Which is what allows to choose a NaN in place of a call.
    #[test]
    fn the_functions_give_the_nan_that_they_are_given() {
        for operation in OF_NANS {
            for bits in [0x7ff8_0000_0000_0000, 0xfff8_0000_0000_1234, 0x7fff_ffff_ffff_ffff_u64] {
                assert_eq!(real8::unary(operation, f64::from_bits(bits)).to_bits(), bits, "{operation:?}");
            }
            for bits in [0x7fc0_0000, 0xffc0_1234, 0x7fff_ffff_u32] {
                assert_eq!(real4::unary(operation, f32::from_bits(bits)).to_bits(), bits, "{operation:?}");
            }
        }
    }
}
