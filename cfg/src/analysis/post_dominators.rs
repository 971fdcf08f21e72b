//! Post-dominators of a graph's blocks.
//!
//! Several exits meet in a virtual one. A loop that never ends has no way to it; one of its blocks, the last in
//! reverse postorder that is not connected yet, is connected to the virtual exit, which keeps the tree whole.

use crate::analysis::dominators::{immediate_dominators, subtrees};
use crate::analysis::order::ReversePostorder;
use crate::graph::{BlockId, Graph};
use std::ops::Range;

/// The post-dominator tree of the blocks that START reaches. Its root is the virtual exit, which is not a block.
#[derive(Clone, Debug)]
pub struct PostDominators {
    immediate: Vec<Option<BlockId>>,
    /// The numbers of each block and of those that it post-dominates; none for blocks that START does not reach.
    below: Vec<Range<usize>>,
}

impl PostDominators {
    /// Computes them.
    pub fn compute(graph: &Graph) -> PostDominators {
        let order = ReversePostorder::compute(graph);
        let reversed = ReversedGraph::new(graph, &order);
        let by_position = immediate_dominators(&reversed.lists());
        let mut immediate = vec![None; graph.blocks.len()];
        let mut below = vec![0..0; graph.blocks.len()];
        let block_at = |position: usize| order.blocks[reversed.order[position]];
        let with_parents = by_position.iter().zip(subtrees(&by_position)).enumerate();
        for (position, (&parent, subtree)) in with_parents.skip(1) {
            let block = block_at(position).index();
            below[block] = subtree;
            immediate[block] = (parent != 0).then(|| block_at(parent));
        }
        PostDominators { immediate, below }
    }

    /// The closest strict post-dominator; none if that is the virtual exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.index()]
    }

    /// Whether every way from `above` to an exit passes `below`; a block post-dominates itself.
    pub fn post_dominates(&self, below: BlockId, above: BlockId) -> bool {
        self.below[below.index()].contains(&self.below[above.index()].start)
    }
}

/// The graph with its arcs turned round. Nodes are positions in reverse postorder of the graph itself; the virtual
/// exit is one more.
struct ReversedGraph {
    /// Arcs out of each node in the reversed graph: its predecessors; for the virtual exit the exits.
    next: Vec<Vec<usize>>,
    /// Nodes in reverse postorder from the virtual exit, which comes first.
    order: Vec<usize>,
}

impl ReversedGraph {
    fn new(graph: &Graph, order: &ReversePostorder) -> ReversedGraph {
        let exit = order.blocks.len();
        let mut next = vec![Vec::new(); exit + 1];
        for (position, block) in order.blocks.iter().enumerate() {
            let successors = graph.blocks[*block].terminator.successors();
            if successors.is_empty() {
                next[exit].push(position);
            }
            for successor in successors.iter().filter_map(|successor| order.position(*successor)) {
                next[successor].push(position);
            }
        }
        let mut postorder = Vec::new();
        let mut seen = vec![false; exit + 1];
        let mut roots = next[exit].clone();
        for root in &roots {
            walk(&next, *root, &mut seen, &mut postorder);
        }
        for node in (0..exit).rev() {
            if !seen[node] {
                roots.push(node);
                walk(&next, node, &mut seen, &mut postorder);
            }
        }
        next[exit] = roots;
        postorder.push(exit);
        postorder.reverse();
        ReversedGraph { next, order: postorder }
    }

    /// Predecessors in the reversed graph, by position in its order.
    fn lists(&self) -> Vec<Vec<usize>> {
        let mut position = vec![0; self.order.len()];
        for (at, node) in self.order.iter().enumerate() {
            position[*node] = at;
        }
        let mut lists = vec![Vec::new(); self.order.len()];
        for node in &self.order {
            for target in &self.next[*node] {
                lists[position[*target]].push(position[*node]);
            }
        }
        lists
    }
}

/// Appends the unseen nodes that `root` reaches in postorder.
fn walk(next: &[Vec<usize>], root: usize, seen: &mut [bool], postorder: &mut Vec<usize>) {
    if seen[root] {
        return;
    }
    seen[root] = true;
    let mut stack = vec![(root, 0)];
    while let Some((node, at)) = stack.last_mut() {
        match next[*node].get(*at) {
            Some(target) => {
                *at += 1;
                if !seen[*target] {
                    seen[*target] = true;
                    stack.push((*target, 0));
                }
            }
            None => {
                postorder.push(*node);
                stack.pop();
            }
        }
    }
}
