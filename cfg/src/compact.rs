//! Drops the blocks that START does not reach, and numbers the others in reverse postorder.

use crate::analysis::ReversePostorder;
use crate::graph::{Block, BlockId, Graph};
use id_arena::Arena;

/// Drops unreachable blocks and renumbers the others. Operands of merges that came from dropped blocks go too.
pub fn compact_graph(graph: &mut Graph) {
    let order = ReversePostorder::compute(graph);
    let mut old: Vec<Option<Block>> =
        std::mem::take(&mut graph.blocks).into_iter().map(|(_, block)| Some(block)).collect();
    let mut blocks: Arena<Block> = Arena::with_capacity(order.blocks.len());
    let mut ids: Vec<Option<BlockId>> = vec![None; old.len()];
    for id in &order.blocks {
        ids[id.index()] = old[id.index()].take().map(|block| blocks.alloc(block));
    }
    let renamed = |id: BlockId| ids[id.index()];
    for (_, block) in blocks.iter_mut() {
        for target in block.terminator.successors_mut() {
            *target = renamed(*target).unwrap_or(*target);
        }
        for merge in &mut block.merges {
            let operands = std::mem::take(&mut merge.operands);
            merge.operands = operands.into_iter().filter_map(|(from, value)| Some((renamed(from)?, value))).collect();
        }
    }
    graph.start = renamed(graph.start).unwrap_or(graph.start);
    graph.blocks = blocks;
}
