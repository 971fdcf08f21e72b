//! The arcs between the blocks of gang code.

use crate::gang::ir::{BlockId, GangCode, ValueId};

/// An arc that leads to a block: its origin, and which of its targets it is.
pub type Arc = (BlockId, usize);

/// For each block the arcs that lead to it from the blocks in this order.
pub fn arcs_to_blocks(code: &GangCode, order: &[BlockId]) -> Vec<Vec<Arc>> {
    let mut arcs = vec![Vec::new(); code.blocks.len()];
    for block in order {
        for (index, target) in code.blocks[*block].terminator.targets().into_iter().enumerate() {
            arcs[target.block.index()].push((*block, index));
        }
    }
    arcs
}

/// What an arc passes for the parameter at that place.
pub fn passed(code: &GangCode, (origin, index): Arc, place: usize) -> ValueId {
    code.blocks[origin].terminator.targets()[index].arguments[place]
}

/// Passes a value for another parameter, the last one.
pub fn pass(code: &mut GangCode, (origin, index): Arc, value: ValueId) {
    if let Some(target) = code.blocks[origin].terminator.targets_mut().into_iter().nth(index) {
        target.arguments.push(value);
    }
}
