//! Tidies a graph that was just built: unreachable blocks are removed, arcs skip empty blocks, straight lines are
//! joined.

use forlane_cfg::analysis::{Predecessors, ReversePostorder};
use forlane_cfg::compact::compact_graph;
use forlane_cfg::graph::{BlockId, Graph, Terminator};
use forlane_cfg::unit::StopCode;

/// Tidies the graph. A loop of empty blocks stays a loop.
pub fn tidy_graph(graph: &mut Graph) {
    pass_empty_blocks(graph);
    join_lines(graph);
    compact_graph(graph);
}

/// Lets each arc that leads to an empty block with one successor lead to that one instead.
fn pass_empty_blocks(graph: &mut Graph) {
    let next: Vec<Option<BlockId>> = graph
        .blocks
        .iter()
        .map(|(_, block)| match block.terminator {
            Terminator::Goto(target) if block.actions.is_empty() => Some(target),
            _ => None,
        })
        .collect();
    let mut known: Vec<Option<BlockId>> = vec![None; next.len()];
    for (_, block) in graph.blocks.iter_mut() {
        for target in block.terminator.successors_mut() {
            *target = after_empty(&next, &mut known, *target);
        }
    }
}

/// The first block from `from` on that does something; in a ring of empty blocks, one of the ring.
fn after_empty(next: &[Option<BlockId>], known: &mut [Option<BlockId>], from: BlockId) -> BlockId {
    let mut path = Vec::new();
    let mut at = from;
    let end = loop {
        if let Some(end) = known[at.index()] {
            break end;
        }
        match next[at.index()] {
            Some(target) => {
                // What is on the path leads to itself for now, which ends the walk in a ring.
                known[at.index()] = Some(at);
                path.push(at);
                at = target;
            }
            None => break at,
        }
    };
    for block in path {
        known[block.index()] = Some(end);
    }
    end
}

/// Appends to each block its only successor if that has no other predecessor.
fn join_lines(graph: &mut Graph) {
    let order = ReversePostorder::compute(graph);
    let predecessors = Predecessors::compute_in(graph, &order);
    let mut gone = vec![false; graph.blocks.len()];
    for block in order.blocks {
        if gone[block.index()] {
            continue;
        }
        while let Terminator::Goto(next) = graph.blocks[block].terminator
            && next != block
            && next != graph.start
            && predecessors.of(next).len() == 1
        {
            gone[next.index()] = true;
            let joined = &mut graph.blocks[next];
            let actions = std::mem::take(&mut joined.actions);
            let terminator = std::mem::replace(&mut joined.terminator, Terminator::Stop(StopCode::None));
            let at = joined.at;
            let block = &mut graph.blocks[block];
            block.actions.extend(actions);
            block.terminator = terminator;
            block.at = at;
        }
    }
}
