//! Operations at a join whose results are known on the usual ways are done on the rare ones alone.
//!
//! Requires: valid gang code, its cold blocks marked. Invalidates: which values are equal. Cost: linear in the
//! operations, times the arcs that lead to their block.
//!
//! ```text
//! k1: branch g8, k2, k3(g5)             k1: branch g8, k2, k3(g5)
//! k2: ; cold                            k2: ; cold
//!     jump k3(g6)                           g7: mask64 = andnot g5, g6
//! k3(g9: mask64):                           g10: mask64 = andnot g5, g7
//!     g7: mask64 = andnot g5, g9    ⟶       jump k3(g10)
//!     g10: mask64 = andnot g5, g7       k3(g10: mask64):
//! ```

use super::arcs::{Arc, arcs_to_blocks, pass};
use crate::gang::fold::{Folded, fold};
use crate::gang::ir::{BlockId, GangCode, Op, Terminator, Value, ValueId};

/// Moves such operations.
pub fn move_known_at_joins(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let arcs = arcs_to_blocks(code, &order);
    for block in order {
        let data = &code.blocks[block];
        let (cold, warm): (Vec<Arc>, Vec<Arc>) =
            arcs[block.index()].iter().partition(|(origin, _)| code.blocks[*origin].is_cold);
        let is_join = !data.is_loop_head && !data.is_cold && !cold.is_empty() && !warm.is_empty();
        let only_jumps = |(origin, _): &Arc| matches!(code.blocks[*origin].terminator, Terminator::Jump(_));
        if is_join && cold.iter().all(only_jumps) {
            let cold: Vec<(Arc, Option<ValueId>)> =
                cold.into_iter().map(|arc| (arc, holds_in(code, &arcs, arc.0))).collect();
            move_known(code, block, &cold, &warm);
        }
    }
}

/// The condition that is true in a block since only its branch leads there.
fn holds_in(code: &GangCode, arcs: &[Vec<Arc>], block: BlockId) -> Option<ValueId> {
    let [(origin, 0)] = arcs[block.index()][..] else { return None };
    match code.blocks[origin].terminator {
        Terminator::Branch { condition, .. } => Some(condition),
        _ => None,
    }
}

/// Of the cold arcs, the conditions that are true on them are given.
fn move_known(code: &mut GangCode, block: BlockId, cold: &[(Arc, Option<ValueId>)], warm: &[Arc]) {
    let mut of_block = vec![false; code.values.len()];
    code.blocks[block].ops.iter().for_each(|value| of_block[value.index()] = true);
    for value in code.blocks[block].ops.clone() {
        let op = code.values[value].op.clone();
        let mut is_movable = op.is_pure() && !matches!(op, Op::Constant(_));
        op.for_each_operand(&mut |operand| {
            is_movable &= !of_block[operand.index()] || code.constant(operand).is_some()
        });
        if !is_movable {
            continue;
        }
        let Some(known) = warm.iter().map(|arc| known_on(code, block, *arc, value)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        for (arc, known) in warm.iter().zip(known) {
            let known = match known {
                Known::Value(known) => known,
                Known::Bits(bits) => append(code, arc.0, value, Op::Constant(bits)),
            };
            pass(code, *arc, known);
        }
        for (arc, holds) in cold {
            let mut op = op_on(code, block, *arc, value);
            if let (Op::Blend(condition, yes, _), Some(holds)) = (&op, holds)
                && condition == holds
            {
                let known = match code.constant(*yes) {
                    Some(bits) => append(code, arc.0, value, Op::Constant(bits)),
                    None => *yes,
                };
                pass(code, *arc, known);
                continue;
            }
            // Constants are in the block in which they are used.
            op.for_each_operand_mut(&mut |operand| {
                if let Some(bits) = code.constant(*operand) {
                    *operand = append(code, arc.0, *operand, Op::Constant(bits));
                }
            });
            let moved = match fold(code, code.ty(value), op) {
                Folded::Value(known) => known,
                Folded::Op(op) => append(code, arc.0, value, op),
            };
            pass(code, *arc, moved);
        }
        of_block[value.index()] = false;
        code.values[value].op = Op::Parameter;
        let data = &mut code.blocks[block];
        data.ops.retain(|other| *other != value);
        data.parameters.push(value);
    }
}

/// What is known of a value.
enum Known {
    Value(ValueId),
    Bits(u64),
}

/// What an operation of the block gives where control comes by that arc, if it is there already.
fn known_on(code: &mut GangCode, block: BlockId, arc: Arc, value: ValueId) -> Option<Known> {
    let op = op_on(code, block, arc, value);
    match fold(code, code.ty(value), op) {
        // A constant may be in no block yet.
        Folded::Value(known) => Some(code.constant(known).map_or(Known::Value(known), Known::Bits)),
        Folded::Op(Op::Constant(bits)) => Some(Known::Bits(bits)),
        Folded::Op(_) => None,
    }
}

/// An operation of the block where control comes by that arc: of what is passed, and of what is known to be false since
/// the arc is taken.
fn op_on(code: &mut GangCode, block: BlockId, (origin, index): Arc, value: ValueId) -> Op {
    let mut op = code.values[value].op.clone();
    let terminator = code.blocks[origin].terminator.clone();
    let no_lanes = match &terminator {
        Terminator::Branch { condition, .. } if index == 1 => match code.values[*condition].op {
            Op::Any(mask) => [Some(*condition), Some(mask)],
            _ => [Some(*condition), None],
        },
        _ => [None; 2],
    };
    op.for_each_operand_mut(&mut |operand| {
        let parameter = code.blocks[block].parameters.iter().position(|parameter| parameter == operand);
        if let Some(parameter) = parameter {
            *operand = terminator.targets()[index].arguments[parameter];
        }
        if no_lanes.contains(&Some(*operand)) {
            let ty = code.ty(*operand);
            *operand = code.values.alloc(Value { ty, op: Op::Constant(0) });
        }
    });
    op
}

/// Appends an operation of the type and the line of a value to a block.
fn append(code: &mut GangCode, block: BlockId, like: ValueId, op: Op) -> ValueId {
    let value = code.copy_value(like);
    code.values[value].op = op;
    code.blocks[block].ops.push(value);
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{BinaryOp, Element, GangType, SlotField, Target};
    use crate::gang::optimize::dead_code::remove_dead_code;
    use crate::gang::verify::verify;
    use forlane_cfg::Relation;

    const MASK: GangType = GangType::varying(Element::Mask64);

    /// The lanes that are left after a join: of those before it, on the usual way. What is loaded where control may
    /// come by either way stays.
    #[test]
    fn masks_are_made_on_the_rare_way() {
        let mut builder = Builder::new("join", 8);
        let bits = builder.push(GangType::uniform(Element::I64), Op::ActiveBits);
        let all = builder.push(MASK, Op::MaskFromBits(bits));
        let place = builder.push(GangType::uniform(Element::I64), Op::Argument(0, SlotField::Base));
        let x = builder.push(GangType::varying(Element::F64), Op::Load { address: place, constant: true });
        let bad = builder.compare(Relation::Less, x, x);
        let lost = builder.binary(BinaryOp::And, all, bad);
        let any = builder.any(lost);
        let [entry, cold, join] = [builder.block, builder.new_block(), builder.new_block()];
        let left = builder.parameter(join, MASK);
        let to = |block, arguments| Target { block, arguments };
        let (then, otherwise) = (to(cold, vec![]), to(join, vec![all]));
        builder.terminate(Terminator::Branch { condition: any, then, otherwise });
        builder.code.blocks[cold].is_cold = true;
        builder.block = cold;
        let rest = builder.binary(BinaryOp::AndNot, all, lost);
        builder.jump(join, vec![rest]);
        builder.block = join;
        let gone = builder.binary(BinaryOp::AndNot, all, left);
        let still = builder.binary(BinaryOp::AndNot, all, gone);
        let known = builder.binary(BinaryOp::Or, still, lost);
        let zero = builder.integer(0);
        let one = builder.integer(1);
        let index = builder.blend(any, one, zero);
        let loaded = builder.push(GangType::varying(Element::F64), Op::Load { address: place, constant: false });
        let bits_left = builder.push(GangType::uniform(Element::I64), Op::MaskToBits(known));
        let result = builder.binary(BinaryOp::Add, bits_left, index);
        builder.effect(Op::Store { address: place, value: loaded, mask: None });
        builder.terminate(Terminator::Return(result));
        let mut code = builder.code;
        move_known_at_joins(&mut code);
        remove_dead_code(&mut code);
        assert_eq!(verify(&code), Ok(()));
        let ops = |block: BlockId| code.blocks[block].ops.iter().map(|value| code.values[*value].op.clone());
        assert!(
            ops(join).all(|op| !matches!(op, Op::Binary(BinaryOp::AndNot | BinaryOp::Or, ..) | Op::Blend(..))),
            "{code:?}"
        );
        assert!(ops(join).any(|op| matches!(op, Op::Load { .. })));
        assert!(ops(cold).filter(|op| matches!(op, Op::Binary(..))).count() > 1);
        let way = code.blocks[entry].terminator.targets()[1].clone();
        let is_there = |argument: &ValueId| [all, bits].contains(argument) || code.constant(*argument) == Some(0);
        assert!(way.arguments.iter().all(is_there), "{way:?}");
    }
}
