//! Reverse postorder of a graph's blocks.

use crate::graph::{BlockId, Graph};

/// The blocks that START reaches, each before its successors but along retreating arcs. Of two arms the then-arm
/// comes first, unless the other one reaches it.
#[derive(Clone, Debug)]
pub struct ReversePostorder {
    /// The blocks in order.
    pub blocks: Vec<BlockId>,
    positions: Vec<Option<u32>>,
}

impl ReversePostorder {
    /// Computes it by a depth-first walk with an explicit stack.
    pub fn compute(graph: &Graph) -> ReversePostorder {
        let mut seen = vec![false; graph.blocks.len()];
        let mut blocks = Vec::with_capacity(graph.blocks.len());
        let mut stack = vec![(graph.start, graph.blocks[graph.start].terminator.successors())];
        seen[graph.start.index()] = true;
        while let Some((block, successors)) = stack.last_mut() {
            // The last successor is finished first, so that the first one comes first in the reverse.
            match successors.pop() {
                Some(next) if !seen[next.index()] => {
                    seen[next.index()] = true;
                    stack.push((next, graph.blocks[next].terminator.successors()));
                }
                Some(_) => {}
                None => {
                    blocks.push(*block);
                    stack.pop();
                }
            }
        }
        blocks.reverse();
        let mut positions = vec![None; graph.blocks.len()];
        for (position, block) in blocks.iter().enumerate() {
            positions[block.index()] = Some(position as u32);
        }
        ReversePostorder { blocks, positions }
    }

    /// The block's place in the order; none if START does not reach it.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        self.positions.get(block.index()).copied().flatten().map(|position| position as usize)
    }

    /// Whether START reaches the block.
    pub fn reaches(&self, block: BlockId) -> bool {
        self.position(block).is_some()
    }
}
