//! What the tests of graphs share.

mod body_text;
mod random_graph;

use forlane_cfg::{BlockId, Graph};

pub use body_text::body_text;
pub use random_graph::{Random, graph, random_graph};

/// The blocks that START reaches without passing `without`.
pub fn reached_without(graph: &Graph, from: BlockId, without: Option<BlockId>) -> Vec<bool> {
    let mut seen = vec![false; graph.blocks.len()];
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block.index()], true) {
            work.extend(graph.blocks[block].terminator.successors());
        }
    }
    seen
}

/// The block of a number.
pub fn numbered(graph: &Graph, number: usize) -> BlockId {
    graph.blocks.iter().map(|(id, _)| id).nth(number).unwrap()
}
