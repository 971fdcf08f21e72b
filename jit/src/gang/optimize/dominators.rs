//! Dominators of the blocks of gang code.

use crate::gang::ir::{BlockId, GangCode};
use forlane_cfg::analysis::{Ancestors, immediate_dominators};

/// The dominator tree.
#[derive(Debug)]
pub struct Dominators {
    /// For each block its immediate dominator; none for the entry and for unreachable blocks.
    immediate: Vec<Option<BlockId>>,
    ancestors: Ancestors,
}

impl Dominators {
    /// Computes the dominators of the blocks in this reverse postorder.
    pub fn compute(code: &GangCode, order: &[BlockId]) -> Dominators {
        let mut place = vec![0; code.blocks.len()];
        order.iter().enumerate().for_each(|(index, block)| place[block.index()] = index);
        let mut origins: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (index, block) in order.iter().enumerate() {
            for target in code.blocks[*block].terminator.targets() {
                origins[place[target.block.index()]].push(index);
            }
        }
        let mut immediate = vec![None; code.blocks.len()];
        for (block, dominator) in order.iter().zip(immediate_dominators(&origins)).skip(1) {
            immediate[block.index()] = Some(order[dominator]);
        }
        let parents: Vec<Option<usize>> =
            immediate.iter().map(|up: &Option<BlockId>| up.map(|up| up.index())).collect();
        let ancestors = Ancestors::compute(&parents, order.iter().map(|block| block.index()));
        Dominators { immediate, ancestors }
    }

    /// The immediate dominator; none of the entry and of unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.index()]
    }

    /// Whether every way to `block` passes through `above`.
    pub fn dominates(&self, above: BlockId, block: BlockId) -> bool {
        self.ancestors.is_above(above.index(), block.index())
    }
}
