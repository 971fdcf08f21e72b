//! What a variable of a loop becomes is computed after the last use of what it was, so that one register has both.
//!
//! ```text
//! k1(g1: mask64, g2: f64): ; loop        k1(g1: mask64, g2: f64): ; loop
//!     g5: mask64 = andnot g1, g4             g6: f64 = blend g1, g3, g2
//!     g6: f64 = blend g1, g3, g2       ⟶     g5: mask64 = andnot g1, g4
//!     g7: bool = any g5                      g7: bool = any g5
//!     branch g7, k1(g5, g6), k2              branch g7, k1(g5, g6), k2
//! ```
//!
//! Requires: valid gang code. Keeps: everything but the order of operations without effect. Invalidates: nothing.
//! Cost: linear in the operations of the blocks that end loops, for each variable of a loop.

use super::dominators::Dominators;
use super::loops::loops;
use crate::gang::ir::{BlockId, GangCode, Op, ValueId};

/// Moves such operations.
pub fn compute_after_last_uses(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let dominators = Dominators::compute(code, &order);
    for inner in loops(code, &order, &dominators) {
        let parameters = code.blocks[inner.head()].parameters.clone();
        for (block, index) in inner.backs {
            let passed = code.blocks[block].terminator.targets()[index].arguments.clone();
            for (old, new) in parameters.iter().zip(passed) {
                if code.ty(new).is_varying() && is_movable(&code.values[new].op) {
                    move_after_uses(code, block, *old, new);
                }
            }
        }
    }
}

/// Whether an operation is done for itself in each lane.
fn is_movable(op: &Op) -> bool {
    matches!(op, Op::Unary(..) | Op::Binary(..) | Op::Fused(..) | Op::Compare(..) | Op::Blend(..) | Op::Convert(_))
}

/// Moves an operation of a block after the last use of a value there, if nothing between needs it.
fn move_after_uses(code: &mut GangCode, block: BlockId, old: ValueId, new: ValueId) {
    let ops = &code.blocks[block].ops;
    let Some(at) = ops.iter().position(|value| *value == new) else { return };
    // A mask of another width is the same register.
    let names = |value: ValueId, of: ValueId| {
        let mut is_named = false;
        code.values[value].op.for_each_operand(&mut |operand| {
            let is_converted = matches!(code.values[operand].op, Op::Convert(inner) if inner == of);
            is_named |= operand == of || (is_converted && code.ty(of).element.is_mask());
        });
        is_named
    };
    let Some(last) = ops.iter().rposition(|value| names(*value, old)).filter(|last| *last > at) else { return };
    if !ops[at + 1..=last].iter().any(|value| names(*value, new)) {
        code.blocks[block].ops[at..=last].rotate_left(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{BinaryOp, Element, GangType, SlotField, Target, Terminator};
    use crate::gang::verify::verify;
    use forlane_cfg::Relation;

    const MASK: GangType = GangType::varying(Element::Mask64);

    /// Whether the mask of a loop's lanes is replaced after it has chosen the lanes of a narrower variable, which may
    /// be chosen by the new mask as well.
    fn is_replaced_last(by_new: bool) -> bool {
        let mut builder = Builder::new("count", 8);
        let integer = GangType::varying(Element::I32);
        let pointer = GangType::uniform(Element::I64);
        let bits = builder.push(pointer, Op::ActiveBits);
        let all = builder.push(MASK, Op::MaskFromBits(bits));
        let place = builder.push(pointer, Op::Argument(0, SlotField::Base));
        let n = builder.load(integer, place, true);
        let head = builder.new_block();
        let out = builder.new_block();
        builder.code.blocks[head].is_loop_head = true;
        builder.jump(head, vec![n, all]);
        builder.block = head;
        let (count, lanes) = (builder.parameter(head, integer), builder.parameter(head, MASK));
        let less = builder.compare(Relation::Less, count, n);
        let less = builder.convert(less, Element::Mask64);
        let left = builder.binary(BinaryOp::And, lanes, less);
        let chosen = builder.convert(if by_new { left } else { lanes }, Element::Mask32);
        let counted = builder.blend(chosen, n, count);
        let by_both = builder.convert(lanes, Element::Mask32);
        let counted = builder.blend(by_both, counted, count);
        let any = builder.any(left);
        let then = Target { block: head, arguments: vec![counted, left] };
        builder.terminate(Terminator::Branch {
            condition: any,
            then,
            otherwise: Target { block: out, arguments: vec![] },
        });
        builder.block = out;
        builder.terminate(Terminator::Return(bits));
        let mut code = builder.code;
        compute_after_last_uses(&mut code);
        assert_eq!(verify(&code), Ok(()));
        let ops = &code.blocks[head].ops;
        let place = |value: ValueId| ops.iter().position(|found| *found == value);
        place(left) > place(counted)
    }

    /// The loop of the Mandelbrot set moved four masks in each iteration.
    #[test]
    fn a_mask_is_replaced_after_its_last_use() {
        assert!(is_replaced_last(false));
        assert!(!is_replaced_last(true));
    }
}
