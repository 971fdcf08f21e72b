//! Splits arcs, so that none is critical.
//!
//! Requires: stage `cfg`. Ensures: stage `split`; each arc is the only one out of its origin or the only one into its
//! destination; START has no predecessor; no block is unreachable. Keeps: all actions and their order on every path.
//! Invalidates: block ids. Cost: linear.
//!
//! ```text
//! b1: if c goto b2 else b3        b1: if c goto b2 else b4
//! b2: goto b3               =>    b2: goto b3
//!                                 b4: goto b3
//! ```

use crate::analysis::ReversePostorder;
use crate::compact::compact_graph;
use crate::graph::{Block, Graph, Terminator};
use crate::unit::{Body, Stage, Unit};

/// Splits the unit's arcs; a unit at another stage than `cfg` is left alone.
pub fn split_arcs(unit: &mut Unit) {
    let Body::Graph(graph) = &mut unit.body else { return };
    if unit.stage != Stage::Cfg {
        return;
    }
    free_start(graph);
    split_graph(graph);
    compact_graph(graph);
    unit.stage = Stage::Split;
}

/// Gives the graph a START of its own if arcs lead to it.
fn free_start(graph: &mut Graph) {
    let old = graph.start;
    let is_target = graph.blocks.iter().any(|(_, block)| block.terminator.successors().contains(&old));
    if is_target {
        let at = graph.blocks[old].at;
        graph.start = graph.blocks.alloc(Block::new(Terminator::Goto(old), at));
    }
}

fn split_graph(graph: &mut Graph) {
    let order = ReversePostorder::compute(graph);
    let mut arcs_into = vec![0u32; graph.blocks.len()];
    for block in &order.blocks {
        for target in graph.blocks[*block].terminator.successors() {
            arcs_into[target.index()] += 1;
        }
    }
    for block in order.blocks {
        let at = graph.blocks[block].at;
        let mut targets = graph.blocks[block].terminator.successors();
        if targets.len() < 2 {
            continue;
        }
        for target in &mut targets {
            if arcs_into[target.index()] > 1 {
                *target = graph.blocks.alloc(Block::new(Terminator::Goto(*target), at));
            }
        }
        for (slot, target) in graph.blocks[block].terminator.successors_mut().into_iter().zip(targets) {
            *slot = target;
        }
    }
}
