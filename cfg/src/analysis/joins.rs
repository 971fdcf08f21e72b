//! Where lanes meet that took different ways at a branch.
//!
//! They meet at each block to which two ways lead from the branch that share no block, up to the branch's
//! post-dominator, where all have met (J. Rosemann, S. Moll, S. Hack, "An Abstract Interpretation for SPMD Divergence
//! on Reducible Control Flow Graphs", 2021). In the graph of these ways that are the blocks whose immediate dominator
//! is the branch, so any control flow will do. A part that is dominated by a successor of the branch in the dominator
//! tree is one node of that graph, whose arcs are its dominance frontier; this keeps the graph small.

use crate::analysis::dominators::{Dominators, immediate_dominators};
use crate::analysis::order::ReversePostorder;
use crate::analysis::post_dominators::PostDominators;
use crate::analysis::predecessors::Predecessors;
use crate::graph::{BlockId, Graph};

/// Finds the joins of branches.
#[derive(Clone, Debug)]
pub struct Joins {
    dominators: Dominators,
    post_dominators: PostDominators,
    frontiers: Vec<Vec<BlockId>>,
    /// The node of each block in the graph that was built last for that branch.
    nodes: Vec<(Option<BlockId>, usize)>,
    arcs: usize,
}

impl Joins {
    /// Prepares the search in a graph.
    pub fn compute(graph: &Graph) -> Joins {
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        let dominators = Dominators::compute_in(graph, &order, &predecessors);
        let frontiers = dominators.frontiers(&order, &predecessors);
        Joins::with(dominators, frontiers, PostDominators::compute(graph))
    }

    /// Prepares the search unless the dominance frontiers have more than `most` blocks together.
    pub fn compute_within(graph: &Graph, post_dominators: &PostDominators, most: usize) -> Option<Joins> {
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        let dominators = Dominators::compute_in(graph, &order, &predecessors);
        let frontiers = dominators.frontiers_within(&order, &predecessors, most)?;
        Some(Joins::with(dominators, frontiers, post_dominators.clone()))
    }

    fn with(dominators: Dominators, frontiers: Vec<Vec<BlockId>>, post_dominators: PostDominators) -> Joins {
        let nodes = vec![(None, 0); frontiers.len()];
        Joins { dominators, post_dominators, frontiers, nodes, arcs: 0 }
    }

    /// The block at which all lanes have met again that took different ways at a branch; none if some may never.
    pub fn end(&self, branch: BlockId) -> Option<BlockId> {
        self.post_dominators.immediate(branch)
    }

    /// How many arcs were followed up to now, which is what the search costs.
    pub fn arcs(&self) -> usize {
        self.arcs
    }

    /// The joins of a branch that START reaches. It may be one itself, for lanes that come round a loop.
    pub fn of(&mut self, graph: &Graph, branch: BlockId) -> Vec<BlockId> {
        let end = self.end(branch);
        // Node 0 is the end of the branch; the head of its block is another node.
        let mut blocks = vec![branch];
        let mut origins: Vec<Vec<usize>> = vec![Vec::new()];
        for successor in graph.blocks[branch].terminator.successors() {
            self.add_arc(branch, 0, successor, &mut blocks, &mut origins);
        }
        let mut next = 1;
        while let Some(block) = blocks.get(next).copied() {
            if Some(block) != end && block != branch {
                let targets = match self.dominators.immediate(block) == Some(branch) {
                    true => self.frontiers[block.index()].clone(),
                    false => graph.blocks[block].terminator.successors(),
                };
                for target in targets.into_iter().filter(|target| *target != block) {
                    self.add_arc(branch, next, target, &mut blocks, &mut origins);
                }
            }
            next += 1;
        }
        let first = first_nodes(&immediate_dominators(&origins));
        // Ways that come round to a node again do not meet there for the first time.
        let is_join = |node: &usize| {
            let comes_first = |origin: &&usize| first[**origin] != Some(*node);
            first[*node] == Some(*node) && origins[*node].iter().filter(comes_first).count() > 1
        };
        (1..blocks.len()).filter(is_join).map(|node| blocks[node]).collect()
    }

    fn add_arc(
        &mut self,
        branch: BlockId,
        from: usize,
        to: BlockId,
        blocks: &mut Vec<BlockId>,
        origins: &mut Vec<Vec<usize>>,
    ) {
        self.arcs += 1;
        let node = &mut self.nodes[to.index()];
        if node.0 != Some(branch) || node.1 >= blocks.len() || blocks[node.1] != to || node.1 == 0 {
            *node = (Some(branch), blocks.len());
            blocks.push(to);
            origins.push(Vec::new());
        }
        origins[node.1].push(from);
    }
}

/// For each node but the root the one below the root that dominates it, which may be itself.
fn first_nodes(immediate: &[usize]) -> Vec<Option<usize>> {
    let mut first = vec![None; immediate.len()];
    let mut path = Vec::new();
    for start in 1..immediate.len() {
        let mut node = start;
        while first[node].is_none() && immediate[node] != 0 {
            path.push(node);
            node = immediate[node];
        }
        let found = first[node].or(Some(node));
        first[node] = found;
        path.drain(..).for_each(|node| first[node] = found);
    }
    first
}
