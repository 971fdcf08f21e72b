//! Loop-invariant motion: pure operations whose operands are defined outside of a loop move before it.
//!
//! Requires: valid gang code; each loop has one head, entered by one arc from outside. Constants stay, since each of
//! their uses is a memory operand; so do divisions of integers, which are guarded, and what is cheap but would hold a
//! register through the loop.

use super::dominators::Dominators;
use super::loops::loops;
use crate::gang::ir::{BlockId, GangCode, Op, UnaryOp, ValueId};

/// Moves invariants out of loops, inner loops first, so that they may move on.
pub fn hoist_invariants(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let dominators = Dominators::compute(code, &order);
    for inner in loops(code, &order, &dominators).into_iter().rev() {
        if let Some(before) = dominators.immediate(inner.head()) {
            hoist_from(code, &inner.body, before);
        }
    }
}

fn hoist_from(code: &mut GangCode, body: &[BlockId], before: BlockId) {
    let mut inside = vec![false; code.values.len()];
    for block in body {
        let data = &code.blocks[*block];
        data.parameters.iter().chain(&data.ops).for_each(|value| inside[value.index()] = true);
    }
    for block in body {
        let ops = std::mem::take(&mut code.blocks[*block].ops);
        let mut kept = Vec::with_capacity(ops.len());
        for value in ops {
            if is_invariant(code, value, &inside) {
                hoist_constants(code, value, before, &mut inside);
                inside[value.index()] = false;
                code.blocks[before].ops.push(value);
            } else {
                kept.push(value);
            }
        }
        code.blocks[*block].ops = kept;
    }
}

fn is_invariant(code: &GangCode, value: ValueId, inside: &[bool]) -> bool {
    let op = &code.values[value].op;
    let stays = matches!(
        op,
        Op::Constant(_)
            | Op::Pick { .. }
            | Op::Any(_)
            | Op::Runtime { .. }
            | Op::Load { .. }
            | Op::Gather { .. }
            | Op::Unary(UnaryOp::Not, _)
    );
    if stays || !op.is_pure() {
        return false;
    }
    let mut invariant = true;
    op.for_each_operand(&mut |operand| {
        invariant &= !inside[operand.index()] || code.constant(operand).is_some();
    });
    invariant
}

/// Copies the constants that a moved operation uses.
fn hoist_constants(code: &mut GangCode, value: ValueId, before: BlockId, inside: &mut Vec<bool>) {
    let mut op = code.values[value].op.clone();
    op.for_each_operand_mut(&mut |operand| {
        if inside[operand.index()] {
            let copy = code.copy_value(*operand);
            inside.push(false);
            code.blocks[before].ops.push(copy);
            *operand = copy;
        }
    });
    code.values[value].op = op;
}
