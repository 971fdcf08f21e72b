//! Dominators of the blocks of gang code: the algorithm of Cooper, Harvey and Kennedy.

use crate::gang::ir::{BlockId, GangCode};
use forlane_cfg::analysis::Ancestors;

/// The dominator tree.
#[derive(Debug)]
pub struct Dominators {
    /// For each block its immediate dominator; the entry's is itself, that of an unreachable block none.
    immediate: Vec<Option<BlockId>>,
    /// Place in reverse postorder.
    place: Vec<usize>,
    ancestors: Ancestors,
}

impl Dominators {
    /// Computes the dominators of the blocks in this reverse postorder.
    pub fn compute(code: &GangCode, order: &[BlockId]) -> Dominators {
        let mut place = vec![usize::MAX; code.blocks.len()];
        for (index, block) in order.iter().enumerate() {
            place[block.index()] = index;
        }
        let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); code.blocks.len()];
        for block in order {
            for target in code.blocks[*block].terminator.targets() {
                predecessors[target.block.index()].push(*block);
            }
        }
        let mut dominators =
            Dominators { immediate: vec![None; code.blocks.len()], place, ancestors: Ancestors::default() };
        dominators.immediate[code.entry.index()] = Some(code.entry);
        let mut changed = true;
        while changed {
            changed = false;
            for block in order.iter().skip(1) {
                let known = predecessors[block.index()]
                    .iter()
                    .filter(|origin| dominators.immediate[origin.index()].is_some())
                    .copied();
                let common = known.reduce(|a, b| dominators.common(a, b));
                if common != dominators.immediate[block.index()] {
                    dominators.immediate[block.index()] = common;
                    changed = true;
                }
            }
        }
        let parents: Vec<Option<usize>> =
            code.blocks.iter().map(|(block, _)| dominators.immediate(block).map(|up| up.index())).collect();
        dominators.ancestors = Ancestors::compute(&parents, order.iter().map(|block| block.index()));
        dominators
    }

    fn common(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        while a != b {
            let later = if self.place[a.index()] > self.place[b.index()] { &mut a } else { &mut b };
            match self.immediate[later.index()] {
                Some(up) => *later = up,
                None => return *later,
            }
        }
        a
    }

    /// The immediate dominator; none of the entry and of unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.index()].filter(|up| *up != block)
    }

    /// Whether every way to `block` passes through `above`.
    pub fn dominates(&self, above: BlockId, block: BlockId) -> bool {
        self.ancestors.is_above(above.index(), block.index())
    }
}
