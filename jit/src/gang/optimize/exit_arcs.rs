//! Arcs on which lanes leave a loop pass what its variables have become, in place of what they were.
//!
//! Where the last lanes leave a loop, no lane is left of the mask by which its variables change, so both are the same.
//! But what a variable was would then have to be kept beside what it becomes, in a register or in memory, and be moved
//! at the end of each iteration.
//!
//! ```text
//! k1(g1: f64, g2: mask64): ; loop                k1(g1: f64, g2: mask64): ; loop
//!     g3: mask64 = and g2, g9                        g3: mask64 = and g2, g9
//!     g4: f64 = add g1, g8                           g4: f64 = add g1, g8
//!     g5: f64 = blend g3, g4, g1           ⟶         g5: f64 = blend g3, g4, g1
//!     g6: bool = any g3                              g6: bool = any g3
//!     branch g6, k1(g5, g3), k2(g1)                  branch g6, k1(g5, g3), k2(g5)
//! ```
//!
//! Requires: valid gang code; a loop that is left so has one arc back. Keeps: blocks, arcs and operations. Cost: linear
//! in the operations, for each loop that has such a variable.

use super::arcs::{arcs_to_blocks, passed};
use super::dominators::Dominators;
use super::lane_facts::LaneFacts;
use super::loops::loops;
use crate::gang::ir::{BlockId, GangCode, Op, Terminator, ValueId};
use std::collections::HashMap;

/// Passes new values on the arcs out of loops.
pub fn pass_new_values(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let dominators = Dominators::compute(code, &order);
    let arcs = arcs_to_blocks(code, &order);
    let exits = exits(code, &order, &dominators);
    // Of each variable the blocks to which only such an arc leads: it is read in what follows them.
    let mut new_after: HashMap<ValueId, Vec<(BlockId, ValueId)>> = HashMap::new();
    for Exit { block, old, new } in exits {
        let Terminator::Branch { otherwise, .. } = &mut code.blocks[block].terminator else { continue };
        otherwise.arguments.iter_mut().filter(|value| **value == old).for_each(|value| *value = new);
        if arcs[otherwise.block.index()].len() == 1 {
            new_after.entry(old).or_default().push((otherwise.block, new));
        }
    }
    for block in order {
        let mut replace = |value: &mut ValueId| {
            let after =
                new_after.get(value).and_then(|after| after.iter().find(|(to, _)| dominators.dominates(*to, block)));
            if let Some((_, new)) = after {
                *value = *new;
            }
        };
        for op in &code.blocks[block].ops {
            code.values[*op].op.for_each_operand_mut(&mut replace);
        }
        code.blocks[block].terminator.for_each_use_mut(&mut replace);
    }
}

/// The second arc of a block's branch, on which a variable of the loop that it leaves is what it was in all lanes.
struct Exit {
    block: BlockId,
    old: ValueId,
    new: ValueId,
}

fn exits(code: &GangCode, order: &[BlockId], dominators: &Dominators) -> Vec<Exit> {
    let facts = LaneFacts::new(code, order);
    let mut block_of = vec![None; code.values.len()];
    for block in order {
        code.blocks[*block].ops.iter().for_each(|value| block_of[value.index()] = Some(*block));
    }
    let mut exits = Vec::new();
    for inner in loops(code, order, dominators) {
        let [back] = inner.backs[..] else { continue };
        let mut inside = vec![false; code.blocks.len()];
        inner.body.iter().for_each(|block| inside[block.index()] = true);
        for block in inner.body.iter().copied() {
            let Terminator::Branch { condition, otherwise, .. } = &code.blocks[block].terminator else { continue };
            let Op::Any(lanes) = code.values[*condition].op else { continue };
            if inside[otherwise.block.index()] {
                continue;
            }
            for (index, old) in code.blocks[inner.head()].parameters.iter().enumerate() {
                let new = passed(code, back, index);
                let is_before = block_of[new.index()].is_some_and(|at| dominators.dominates(at, block));
                if new != *old && is_before && changes_within(code, &facts, new, *old, lanes) {
                    exits.push(Exit { block, old: *old, new });
                }
            }
        }
    }
    exits
}

/// Whether a value is another one but in lanes of a mask.
fn changes_within(code: &GangCode, facts: &LaneFacts<'_>, new: ValueId, old: ValueId, lanes: ValueId) -> bool {
    match code.values[new].op {
        _ if new == old => true,
        Op::Blend(chosen, _, other) => {
            let chosen = match code.values[chosen].op {
                Op::Convert(inner) => inner,
                _ => chosen,
            };
            facts.of(chosen).is_within(lanes) && changes_within(code, facts, other, old, lanes)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{BinaryOp, Element, GangType, SlotField, Target};
    use crate::gang::verify::verify;
    use forlane_cfg::Relation;

    const MASK: GangType = GangType::varying(Element::Mask64);
    const REAL: GangType = GangType::varying(Element::F64);

    /// Whether the variable of a loop, of which the last lanes leave it, is still alive after it has changed. What it
    /// was is passed to where the loop leads, or read there; its change is chosen by the lanes that go on, or by those
    /// of the iteration before.
    fn is_kept(is_passed: bool, by_lanes_that_go_on: bool) -> bool {
        let mut builder = Builder::new("sum", 8);
        let pointer = GangType::uniform(Element::I64);
        let bits = builder.push(pointer, Op::ActiveBits);
        let all = builder.push(MASK, Op::MaskFromBits(bits));
        let place = builder.push(pointer, Op::Argument(0, SlotField::Base));
        let x = builder.push(REAL, Op::Load { address: place, constant: false });
        let [head, out] = [builder.new_block(), builder.new_block()];
        builder.code.blocks[head].is_loop_head = true;
        builder.jump(head, vec![x, all]);
        builder.block = head;
        let (old, lanes) = (builder.parameter(head, REAL), builder.parameter(head, MASK));
        let stays = builder.compare(Relation::Less, old, x);
        let left = builder.binary(BinaryOp::And, lanes, stays);
        let sum = builder.binary(BinaryOp::Add, old, x);
        let new = builder.blend(if by_lanes_that_go_on { left } else { lanes }, sum, old);
        let any = builder.any(left);
        let then = Target { block: head, arguments: vec![new, left] };
        let otherwise = Target { block: out, arguments: if is_passed { vec![old] } else { vec![] } };
        builder.terminate(Terminator::Branch { condition: any, then, otherwise });
        builder.block = out;
        let result = if is_passed { builder.parameter(out, REAL) } else { old };
        builder.effect(Op::Store { address: place, value: result, mask: None });
        builder.terminate(Terminator::Return(bits));
        let mut code = builder.code;
        pass_new_values(&mut code);
        assert_eq!(verify(&code), Ok(()));
        let mut is_read = false;
        for value in &code.blocks[out].ops {
            code.values[*value].op.for_each_operand(&mut |operand| is_read |= operand == old);
        }
        is_read || code.blocks[head].terminator.targets()[1].arguments.contains(&old)
    }

    /// The loop over the factors of a gamma function had its variables twice, 18 of 56 instructions moved them.
    #[test]
    fn a_loop_is_left_with_what_its_variables_have_become() {
        assert!(!is_kept(true, true));
        assert!(!is_kept(false, true));
    }

    /// A lane that leaves in this iteration has changed the variable.
    #[test]
    fn lanes_that_change_it_and_leave_keep_what_it_was() {
        assert!(is_kept(true, false));
        assert!(is_kept(false, false));
    }
}
