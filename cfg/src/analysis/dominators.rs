//! Dominators of a graph's blocks, and dominance frontiers.
//!
//! K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001.

use crate::analysis::order::ReversePostorder;
use crate::analysis::predecessors::Predecessors;
use crate::graph::{BlockId, Graph};

/// The dominator tree of the blocks that START reaches.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: Vec<Option<BlockId>>,
    children: Vec<Vec<BlockId>>,
    /// Interval of each block in a walk over the tree.
    entered: Vec<u32>,
    left: Vec<u32>,
    start: BlockId,
}

impl Dominators {
    /// Computes them.
    pub fn compute(graph: &Graph) -> Dominators {
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        Dominators::compute_in(graph, &order, &predecessors)
    }

    /// The same with orders that are known already.
    pub fn compute_in(graph: &Graph, order: &ReversePostorder, predecessors: &Predecessors) -> Dominators {
        let lists: Vec<Vec<usize>> = order
            .blocks
            .iter()
            .map(|block| predecessors.of(*block).iter().filter_map(|origin| order.position(*origin)).collect())
            .collect();
        let by_position = immediate_dominators(&lists);
        let mut immediate = vec![None; graph.blocks.len()];
        let mut children = vec![Vec::new(); graph.blocks.len()];
        for (position, block) in order.blocks.iter().enumerate().skip(1) {
            let parent = order.blocks[by_position[position]];
            immediate[block.index()] = Some(parent);
            children[parent.index()].push(*block);
        }
        let (entered, left) = intervals(graph.blocks.len(), graph.start, &children);
        Dominators { immediate, children, entered, left, start: graph.start }
    }

    /// The closest strict dominator; none for START and for blocks that it does not reach.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.index()]
    }

    /// The blocks that this one dominates immediately, in reverse postorder.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        &self.children[block.index()]
    }

    /// Whether every way from START to `below` passes `above`; a block dominates itself. False for blocks that START
    /// does not reach.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let (above, below) = (above.index(), below.index());
        self.entered[below] != 0 && self.entered[above] <= self.entered[below] && self.left[below] <= self.left[above]
    }

    /// The blocks in preorder of the tree.
    pub fn preorder(&self) -> Vec<BlockId> {
        let mut order = Vec::new();
        let mut stack = vec![self.start];
        while let Some(block) = stack.pop() {
            order.push(block);
            stack.extend(self.children(block).iter().rev());
        }
        order
    }

    /// The dominance frontier of each block, indexed by block: the blocks that it does not dominate strictly although
    /// it dominates one of their predecessors.
    pub fn frontiers(&self, order: &ReversePostorder, predecessors: &Predecessors) -> Vec<Vec<BlockId>> {
        let mut frontiers: Vec<Vec<BlockId>> = vec![Vec::new(); self.immediate.len()];
        for block in &order.blocks {
            let origins = predecessors.of(*block);
            if origins.len() < 2 && self.immediate(*block).is_some() {
                continue;
            }
            for origin in origins {
                let mut runner = Some(*origin);
                while let Some(at) = runner.filter(|at| Some(*at) != self.immediate(*block)) {
                    let frontier = &mut frontiers[at.index()];
                    if frontier.last() == Some(block) {
                        break;
                    }
                    frontier.push(*block);
                    runner = self.immediate(at);
                }
            }
        }
        frontiers
    }
}

/// Entry and exit times of a walk over the tree; 0 for what the root does not reach.
fn intervals(len: usize, root: BlockId, children: &[Vec<BlockId>]) -> (Vec<u32>, Vec<u32>) {
    let (mut entered, mut left) = (vec![0; len], vec![0; len]);
    let mut clock = 1;
    let mut stack = vec![(root, 0)];
    entered[root.index()] = clock;
    while let Some((block, next)) = stack.last_mut() {
        clock += 1;
        match children[block.index()].get(*next) {
            Some(child) => {
                *next += 1;
                entered[child.index()] = clock;
                stack.push((*child, 0));
            }
            None => {
                left[block.index()] = clock;
                stack.pop();
            }
        }
    }
    (entered, left)
}

/// Immediate dominators of nodes that are numbered in reverse postorder, 0 the root; the root's is itself.
pub(crate) fn immediate_dominators(predecessors: &[Vec<usize>]) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut immediate = vec![UNKNOWN; predecessors.len()];
    if let Some(root) = immediate.first_mut() {
        *root = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for node in 1..predecessors.len() {
            let mut known = predecessors[node].iter().copied().filter(|origin| immediate[*origin] != UNKNOWN);
            let Some(first) = known.next() else { continue };
            let meet = known.fold(first, |a, b| intersect(&immediate, a, b));
            if immediate[node] != meet {
                immediate[node] = meet;
                changed = true;
            }
        }
    }
    immediate
}

fn intersect(immediate: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = immediate[a];
        }
        while b > a {
            b = immediate[b];
        }
    }
    a
}
