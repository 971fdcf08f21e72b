//! Loops that nothing leaves: once control is inside, the execution never ends, unless something in it fails.
//!
//! A block is *lost* if no way from it leads to a return, a STOP, a call or a step of input or output: what is called
//! may stop, and a READ ends at the end of its file. An endless loop is an outermost one whose blocks are all lost.

use crate::analysis::{LoopForest, Predecessors, ReversePostorder};
use crate::expr::LogicalExpr;
use crate::graph::{ActionKind, Block, BlockId, Graph, Terminator};
use crate::unit::SourceLine;

/// The first source line of each endless loop, in the order of the lines.
pub fn endless_loops(graph: &Graph) -> Vec<SourceLine> {
    let order = ReversePostorder::compute(graph);
    let is_lost = lost_blocks(graph, &order);
    // Most units have none, and need no more.
    if !order.blocks.iter().any(|block| is_lost[block.index()]) {
        return Vec::new();
    }
    let forest = LoopForest::compute(graph);
    let is_endless = |blocks: &[BlockId]| blocks.iter().all(|block| is_lost[block.index()]);
    let mut found = Vec::new();
    for (id, one) in forest.loops.iter() {
        let is_inner = one.parent.is_some_and(|parent| is_endless(forest.blocks(parent)));
        if !is_inner && is_endless(forest.blocks(id)) {
            let lines = forest.blocks(id).iter().flat_map(|block| lines(&graph.blocks[*block]));
            found.push(lines.filter(|line| line.number > 0).min().unwrap_or_default());
        }
    }
    found.sort();
    found
}

/// For each block whether it is lost.
fn lost_blocks(graph: &Graph, order: &ReversePostorder) -> Vec<bool> {
    let predecessors = Predecessors::compute_in(graph, order);
    let mut is_lost = vec![true; graph.blocks.len()];
    let mut pending: Vec<BlockId> = order.blocks.iter().copied().filter(|id| may_end(&graph.blocks[*id])).collect();
    pending.iter().for_each(|id| is_lost[id.index()] = false);
    while let Some(id) = pending.pop() {
        for origin in predecessors.of(id) {
            if is_lost[origin.index()] && is_taken(&graph.blocks[*origin].terminator, id) {
                is_lost[origin.index()] = false;
                pending.push(*origin);
            }
        }
    }
    is_lost
}

/// Whether the execution of the unit may end in the block.
fn may_end(block: &Block) -> bool {
    matches!(block.terminator, Terminator::Return(_) | Terminator::Stop(_))
        || block.actions.iter().any(|action| matches!(action.kind, ActionKind::Call { .. } | ActionKind::Io(_)))
}

/// Whether control may go to a successor: a constant condition never takes one of its arcs.
fn is_taken(terminator: &Terminator, target: BlockId) -> bool {
    match terminator {
        Terminator::Branch { condition: LogicalExpr::Constant(holds), then, otherwise } => {
            target == if *holds { *then } else { *otherwise }
        }
        _ => true,
    }
}

fn lines(block: &Block) -> impl Iterator<Item = SourceLine> {
    block.actions.iter().map(|action| action.at).chain([block.at])
}
