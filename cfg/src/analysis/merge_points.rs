//! Where the definitions of a variable meet: iterated dominance frontiers, found without the frontiers themselves,
//! which in nested loops are as large as the square of the blocks.
//!
//! V. C. Sreedhar, G. R. Gao, "A Linear Time Algorithm for Placing φ-Nodes", 1995. The definitions are taken from the
//! deepest in the dominator tree up; below each one the walk sees what no deeper one has seen, and looks for arcs to
//! blocks that are no deeper than it. Blocks in which the variable is not live are passed over: on a way from a
//! definition to a merge that is needed it is live, so the dominators between both that matter are live, too.

use crate::analysis::dominators::Dominators;
use crate::graph::{BlockId, Graph};
use std::collections::BinaryHeap;

/// Finds the merge points of one variable after another; the cost for each is that of its live range.
#[derive(Clone, Debug)]
pub struct MergePoints<'a> {
    dominators: &'a Dominators,
    successors: Vec<Vec<BlockId>>,
    /// The depth of each block in the dominator tree.
    depth: Vec<u32>,
    /// The last round that walked over a block, and that found it to need a merge.
    walked: Vec<usize>,
    joined: Vec<usize>,
    round: usize,
}

impl<'a> MergePoints<'a> {
    /// Prepares the search.
    pub fn new(graph: &Graph, dominators: &'a Dominators) -> MergePoints<'a> {
        let blocks = graph.blocks.len();
        let mut depth = vec![0; blocks];
        for block in dominators.preorder() {
            depth[block.index()] = dominators.immediate(block).map_or(0, |above| depth[above.index()] + 1);
        }
        let successors = graph.blocks.iter().map(|(_, block)| block.terminator.successors()).collect();
        MergePoints { dominators, successors, depth, walked: vec![0; blocks], joined: vec![0; blocks], round: 0 }
    }

    /// The blocks that need a merge for a variable with these definitions, if it is live where `is_live` says.
    pub fn find(&mut self, definitions: &[BlockId], is_live: impl Fn(BlockId) -> bool) -> Vec<BlockId> {
        self.round += 1;
        let mut found = Vec::new();
        let by_depth = |depth: &[u32], block: BlockId| (depth[block.index()], block);
        let mut roots: BinaryHeap<(u32, BlockId)> =
            definitions.iter().map(|block| by_depth(&self.depth, *block)).collect();
        while let Some((level, root)) = roots.pop() {
            self.walked[root.index()] = self.round;
            let mut work = vec![root];
            while let Some(block) = work.pop() {
                for target in &self.successors[block.index()] {
                    let is_known = self.joined[target.index()] == self.round;
                    if self.depth[target.index()] <= level && !is_known && is_live(*target) {
                        self.joined[target.index()] = self.round;
                        found.push(*target);
                        roots.push(by_depth(&self.depth, *target));
                    }
                }
                for child in self.dominators.children(block) {
                    if self.walked[child.index()] != self.round && is_live(*child) {
                        self.walked[child.index()] = self.round;
                        work.push(*child);
                    }
                }
            }
        }
        found
    }
}
