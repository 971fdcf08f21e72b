//! Takes the one way that a branch or switch goes, where its operands are constants: after a call with an option has
//! been spliced in, for one.
//!
//! Requires: stage `ssa`. Ensures: stage `ssa`; no block is unreachable, no merge has one operand; values are numbered
//! anew. Keeps: results, which lanes fail and where. Invalidates: all analyses. Cost: linear, as often as a branch that
//! is gone makes another one constant.
//!
//! ```text
//! v1:job integer4 = 2
//! if v1:job == 2 goto b1 else b4          becomes          goto b1
//! ```

use crate::fold_constants::{Folder, fold_terminator};
use crate::values::constants;
use forlane_cfg::compact::compact_graph;
use forlane_cfg::ssa::renumber;
use forlane_cfg::{Action, ActionKind, Body, Expr, Graph, Merge, Place, Stage, Terminator, Unit};

/// Folds the branches of a unit; one at another stage than `ssa` is left alone.
pub(crate) fn fold_branches(unit: &mut Unit) {
    let Body::Graph(graph) = &unit.body else { return };
    if unit.stage != Stage::Ssa {
        return;
    }
    let Some(mut graph) = folded(unit, graph) else { return };
    while let Some(more) = folded(unit, &graph) {
        graph = more;
    }
    unit.values = renumber(&mut graph, std::mem::take(&mut unit.values));
    unit.body = Body::Graph(graph);
}

/// The graph without the ways that branches of constants do not go; none if there are no such branches.
fn folded(unit: &Unit, graph: &Graph) -> Option<Graph> {
    let known = constants(unit, graph);
    let folder = Folder::of_values(unit, &known);
    let mut ends = Vec::new();
    for (id, block) in graph.blocks.iter() {
        if matches!(block.terminator, Terminator::Branch { .. } | Terminator::Switch { .. }) {
            let mut end = block.terminator.clone();
            fold_terminator(&mut end, &folder);
            ends.extend(matches!(end, Terminator::Goto(_)).then_some((id, end)));
        }
    }
    if ends.is_empty() {
        return None;
    }
    let mut graph = graph.clone();
    for (id, end) in ends {
        graph.blocks[id].terminator = end;
    }
    // A block of several successors is the only predecessor of each, so that no merge names the arc that is gone.
    compact_graph(&mut graph);
    for (_, block) in
        graph.blocks.iter_mut().filter(|(_, block)| block.merges.iter().any(|one| one.operands.len() == 1))
    {
        let read = |merge: Merge| {
            let expr = Expr::read(unit.values[merge.value].ty, Place::Value(merge.operands[0].1));
            let expr = expr.expect("a value is of a scalar type");
            Action { kind: ActionKind::Define { value: merge.value, expr }, at: block.at }
        };
        let reads: Vec<Action> = std::mem::take(&mut block.merges).into_iter().map(read).collect();
        block.actions.splice(0..0, reads);
    }
    Some(graph)
}
