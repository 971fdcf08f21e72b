//! Dominators of a graph's blocks, and dominance frontiers.
//!
//! T. Lengauer, R. E. Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", 1979, the simple version: n log
//! n for any graph.

use crate::analysis::order::ReversePostorder;
use crate::analysis::predecessors::Predecessors;
use crate::graph::{BlockId, Graph};
use std::ops::Range;

/// The dominator tree of the blocks that START reaches.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: Vec<Option<BlockId>>,
    children: Vec<Vec<BlockId>>,
    /// The numbers of each block and of those that it dominates; none for blocks that START does not reach.
    below: Vec<Range<usize>>,
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
        let mut below = vec![0..0; graph.blocks.len()];
        for (block, subtree) in order.blocks.iter().zip(subtrees(&by_position)) {
            below[block.index()] = subtree;
        }
        Dominators { immediate, children, below, start: graph.start }
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
        self.below[above.index()].contains(&self.below[below.index()].start)
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
        self.frontiers_within(order, predecessors, usize::MAX).unwrap_or_default()
    }

    /// The dominance frontiers, unless they have more than `most` blocks together, of which there may be the square of
    /// those of the graph.
    pub fn frontiers_within(
        &self,
        order: &ReversePostorder,
        predecessors: &Predecessors,
        most: usize,
    ) -> Option<Vec<Vec<BlockId>>> {
        let mut frontiers: Vec<Vec<BlockId>> = vec![Vec::new(); self.immediate.len()];
        let mut left = most;
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
                    left = left.checked_sub(1)?;
                    frontier.push(*block);
                    runner = self.immediate(at);
                }
            }
        }
        Some(frontiers)
    }
}

/// For each node of a tree, given the parents, the numbers of the node and of those below it, counted from 1 so that
/// none of them is in `0..0`. Node 0 is the root, and each other one comes after its parent.
pub(super) fn subtrees(parents: &[usize]) -> Vec<Range<usize>> {
    let mut sizes = vec![1; parents.len()];
    for (node, &parent) in parents.iter().enumerate().skip(1).rev() {
        sizes[parent] += sizes[node];
    }
    let mut subtrees: Vec<Range<usize>> = sizes.iter().map(|size| 1..1 + size).collect();
    // The number of the next node below each.
    let mut next = vec![2; parents.len()];
    for (node, &parent) in parents.iter().enumerate().skip(1) {
        let number = next[parent];
        next[parent] += sizes[node];
        next[node] = number + 1;
        subtrees[node] = number..number + sizes[node];
    }
    subtrees
}

/// Immediate dominators of nodes from their predecessors, all reachable from node 0, the root; the root's is itself.
pub fn immediate_dominators(predecessors: &[Vec<usize>]) -> Vec<usize> {
    let tree = SearchTree::new(predecessors);
    let mut forest = LinkedForest::new(predecessors.len());
    let mut immediate = vec![0; predecessors.len()];
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); predecessors.len()];
    // All by number in the search tree.
    for node in (1..tree.nodes.len()).rev() {
        for origin in &predecessors[tree.nodes[node]] {
            let least = forest.least(tree.numbers[*origin]);
            forest.semi[node] = forest.semi[node].min(forest.semi[least]);
        }
        waiting[forest.semi[node]].push(node);
        let parent = tree.parents[node];
        forest.above[node] = Some(parent);
        for below in std::mem::take(&mut waiting[parent]) {
            let least = forest.least(below);
            immediate[below] = if forest.semi[least] < forest.semi[below] { least } else { parent };
        }
    }
    for node in 1..tree.nodes.len() {
        if immediate[node] != forest.semi[node] {
            immediate[node] = immediate[immediate[node]];
        }
    }
    let mut by_node = vec![0; predecessors.len()];
    for (number, node) in tree.nodes.iter().enumerate() {
        by_node[*node] = tree.nodes[immediate[number]];
    }
    by_node
}

/// A depth-first search tree.
struct SearchTree {
    /// The nodes in preorder.
    nodes: Vec<usize>,
    /// Each node's number in that order.
    numbers: Vec<usize>,
    /// The number of each number's parent.
    parents: Vec<usize>,
}

impl SearchTree {
    fn new(predecessors: &[Vec<usize>]) -> SearchTree {
        let mut successors = vec![Vec::new(); predecessors.len()];
        for (node, origins) in predecessors.iter().enumerate() {
            origins.iter().for_each(|origin| successors[*origin].push(node));
        }
        let mut tree =
            SearchTree { nodes: Vec::new(), numbers: vec![usize::MAX; predecessors.len()], parents: Vec::new() };
        let mut work: Vec<(usize, usize)> = predecessors.first().map(|_| (0, 0)).into_iter().collect();
        while let Some((node, parent)) = work.pop() {
            if tree.numbers[node] == usize::MAX {
                let number = tree.nodes.len();
                tree.numbers[node] = number;
                tree.nodes.push(node);
                tree.parents.push(parent);
                work.extend(successors[node].iter().map(|next| (*next, number)));
            }
        }
        tree
    }
}

/// The part of the search tree that was linked so far, and the semidominators.
struct LinkedForest {
    semi: Vec<usize>,
    above: Vec<Option<usize>>,
    /// The node with the least semidominator on the way up that `above` skips.
    best: Vec<usize>,
    path: Vec<usize>,
}

impl LinkedForest {
    fn new(len: usize) -> LinkedForest {
        LinkedForest { semi: (0..len).collect(), above: vec![None; len], best: (0..len).collect(), path: Vec::new() }
    }

    /// The node with the least semidominator from `node` up to, and without, the root of its tree; shortens the way.
    fn least(&mut self, node: usize) -> usize {
        let mut at = node;
        while let Some(above) = self.above[at] {
            self.path.push(at);
            at = above;
        }
        // The topmost one is directly below the root.
        self.path.pop();
        while let Some(at) = self.path.pop() {
            let Some(above) = self.above[at] else { continue };
            if self.semi[self.best[above]] < self.semi[self.best[at]] {
                self.best[at] = self.best[above];
            }
            self.above[at] = self.above[above];
        }
        self.best[node]
    }
}
