//! Dominators of the blocks of gang code: the algorithm of Cooper, Harvey and Kennedy.

use crate::gang::ir::{BlockId, GangCode};

/// The dominator tree.
#[derive(Debug)]
pub struct Dominators {
    /// For each block its immediate dominator; the entry's is itself, that of an unreachable block none.
    immediate: Vec<Option<BlockId>>,
    /// Place in reverse postorder.
    place: Vec<usize>,
    /// When a walk of the tree comes to a block and when it leaves it; 0 for unreachable blocks.
    visits: Vec<(usize, usize)>,
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
        let count = code.blocks.len();
        let mut dominators = Dominators { immediate: vec![None; count], place, visits: vec![(0, 0); count] };
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
        dominators.visit(code.entry, order);
        dominators
    }

    /// Walks the tree, so that dominance is a comparison of times.
    fn visit(&mut self, entry: BlockId, order: &[BlockId]) {
        let mut children: Vec<Vec<BlockId>> = vec![Vec::new(); self.place.len()];
        for block in order {
            if let Some(up) = self.immediate(*block) {
                children[up.index()].push(*block);
            }
        }
        let mut time = 1;
        self.visits[entry.index()].0 = time;
        let mut stack = vec![entry];
        while let Some(block) = stack.last().copied() {
            time += 1;
            match children[block.index()].pop() {
                Some(child) => {
                    self.visits[child.index()].0 = time;
                    stack.push(child);
                }
                None => {
                    self.visits[block.index()].1 = time;
                    stack.pop();
                }
            }
        }
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
        let (above, block) = (self.visits[above.index()], self.visits[block.index()]);
        above.0 != 0 && above.0 <= block.0 && block.1 <= above.1
    }
}
