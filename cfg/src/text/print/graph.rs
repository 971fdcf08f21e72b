//! Graphs: blocks in reverse postorder, then the unreachable ones.

use super::{Printer, action, at, expr};
use crate::analysis::Dependence;
use crate::graph::{ActionKind, Block, BlockId, Graph, Merge, Terminator};
use crate::text::UnitPart;
use crate::unit::Unit;
use std::collections::HashSet;

impl Printer<'_> {
    /// The body of a unit at a graph stage.
    pub(super) fn graph(&mut self, graph: &Graph) {
        let order = reverse_postorder(graph);
        let predecessors = predecessors(graph, &order);
        let reachable: HashSet<BlockId> = order.iter().copied().collect();
        let unreachable = graph.blocks.iter().map(|(id, _)| id).filter(|id| !reachable.contains(id));
        for id in order.iter().copied().chain(unreachable) {
            let from = &predecessors[id.index()];
            let comment = if id == graph.start {
                " ; start".to_string()
            } else if !reachable.contains(&id) {
                " ; unreachable".to_string()
            } else {
                let names: Vec<String> = from.iter().map(|block| format!("b{}", block.index())).collect();
                format!(" ; from {}", names.join(" "))
            };
            self.block(id, &graph.blocks[id], &comment);
        }
    }

    fn block(&mut self, id: BlockId, block: &Block, comment: &str) {
        let unit = self.unit;
        self.open(UnitPart::Block(id), &format!("b{}:{comment}", id.index()));
        for (index, merge) in block.merges.iter().enumerate() {
            self.line(UnitPart::Merge(id, index), &merge_text(unit, merge));
        }
        for (index, action) in block.actions.iter().enumerate() {
            let verdict = match &action.kind {
                ActionKind::Array(assignment) => format!(" ; {}", Dependence::compute(&unit.vars, assignment)),
                _ => String::new(),
            };
            self.line(UnitPart::Action(id, index), &format!("{}{verdict}", action::action(unit, action)));
        }
        let terminator = terminator_text(unit, &block.terminator);
        self.line(UnitPart::Terminator(id), &format!("{terminator}{}", at(block.at)));
        self.depth -= 1;
    }
}

/// `merge v5:x real8 = b1 v3:x, b4 v9:x`
fn merge_text(unit: &Unit, merge: &Merge) -> String {
    let operands = action::list(&merge.operands, |(block, value)| {
        format!("b{} {}", block.index(), expr::value_name(unit, *value))
    });
    format!("merge {} = {operands}", action::definition(unit, merge.value))
}

fn terminator_text(unit: &Unit, terminator: &Terminator) -> String {
    match terminator {
        Terminator::Goto(target) => format!("goto b{}", target.index()),
        Terminator::Branch { condition, then, otherwise } => {
            let condition = expr::logical(unit, condition);
            format!("if {condition} goto b{} else b{}", then.index(), otherwise.index())
        }
        Terminator::Switch { selector, cases, default } => {
            let mut text = format!("switch {} [", expr::integer(unit, selector));
            for case in cases {
                text.push_str(&format!("{} => b{}, ", action::case_values(&case.values), case.target.index()));
            }
            format!("{text}default => b{}]", default.index())
        }
        Terminator::Return(results) => action::return_text(unit, results),
        Terminator::Stop(code) => action::stop_text(code),
    }
}

/// Reachable blocks; of a branch's arms the first is first. Targets outside of the arena are skipped.
fn reverse_postorder(graph: &Graph) -> Vec<BlockId> {
    let mut seen = vec![false; graph.blocks.len()];
    let mut order = Vec::with_capacity(graph.blocks.len());
    let mut stack: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    let mut next = Some(graph.start);
    loop {
        if let Some(id) = next.take()
            && let Some(block) = graph.blocks.get(id)
            && !seen[id.index()]
        {
            seen[id.index()] = true;
            stack.push((id, block.terminator.successors()));
        }
        let Some((id, successors)) = stack.last_mut() else { break };
        match successors.pop() {
            Some(successor) => next = Some(successor),
            None => {
                order.push(*id);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// For each block those that lead to it, in the given order, each once.
fn predecessors(graph: &Graph, order: &[BlockId]) -> Vec<Vec<BlockId>> {
    let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); graph.blocks.len()];
    for &id in order {
        for target in graph.blocks[id].terminator.successors() {
            if let Some(list) = predecessors.get_mut(target.index())
                && list.last() != Some(&id)
            {
                list.push(id);
            }
        }
    }
    predecessors
}
