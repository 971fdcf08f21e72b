//! Global value numbering: equal pure operations are done once, where one dominates the other; operations that have
//! become known or neutral are folded.
//!
//! Requires: valid gang code. Keeps: blocks and arcs. Cost: linear in the operations, times the logarithm of the depth
//! of the dominator tree, and for those that are equal without dominating times their number.

use super::dominators::Dominators;
use super::parameters::replace_uses;
use crate::gang::fold::{Folded, fold};
use crate::gang::ir::{BlockId, GangCode, GangType, Op, ValueId};
use std::collections::HashMap;

/// Numbers values.
pub fn number_values(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let dominators = Dominators::compute(code, &order);
    let mut same_as: Vec<Option<ValueId>> = vec![None; code.values.len()];
    // Only looked up, never walked, so that its order does not matter.
    let mut known: HashMap<(GangType, Op), Vec<(BlockId, ValueId)>> = HashMap::new();
    for block in &order {
        let ops = std::mem::take(&mut code.blocks[*block].ops);
        let mut kept = Vec::with_capacity(ops.len());
        for value in ops {
            let ty = code.ty(value);
            let mut op = std::mem::replace(&mut code.values[value].op, Op::Parameter);
            op.for_each_operand_mut(&mut |operand| {
                while let Some(other) = same_as[operand.index()] {
                    *operand = other;
                }
            });
            op = match fold(code, ty, op) {
                Folded::Value(other) => {
                    same_as[value.index()] = Some(other);
                    continue;
                }
                Folded::Op(op) => op,
            };
            code.values[value].op = op.clone();
            if op.is_pure() {
                let places = known.entry((ty, op)).or_default();
                if let Some((_, other)) = places.iter().rev().find(|(above, _)| dominators.dominates(*above, *block)) {
                    same_as[value.index()] = Some(*other);
                    continue;
                }
                places.push((*block, value));
            }
            kept.push(value);
        }
        code.blocks[*block].ops = kept;
    }
    replace_uses(code, &order, &same_as);
}
