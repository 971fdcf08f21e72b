//! The predecessors of each block.

use crate::analysis::order::ReversePostorder;
use crate::graph::{BlockId, Graph};

/// For each block the origins of the arcs that lead to it.
#[derive(Clone, Debug)]
pub struct Predecessors {
    of: Vec<Vec<BlockId>>,
}

impl Predecessors {
    /// Computes them over the blocks that START reaches, in reverse postorder of the origins.
    pub fn compute(graph: &Graph) -> Predecessors {
        Predecessors::compute_in(graph, &ReversePostorder::compute(graph))
    }

    /// The same with an order that is known already.
    pub fn compute_in(graph: &Graph, order: &ReversePostorder) -> Predecessors {
        let mut of = vec![Vec::new(); graph.blocks.len()];
        for block in &order.blocks {
            for successor in graph.blocks[*block].terminator.successors() {
                of[successor.index()].push(*block);
            }
        }
        Predecessors { of }
    }

    /// The predecessors of a block, one entry for each arc.
    pub fn of(&self, block: BlockId) -> &[BlockId] {
        &self.of[block.index()]
    }
}
