//! Graphs: a box for each reachable block.

use super::{Dot, quoted_lines};
use crate::analysis::order::ReversePostorder;
use crate::graph::{BlockId, Graph, Terminator};
use crate::text::{Entity, print_lines};
use crate::unit::Unit;

pub(super) fn graph(unit: &Unit, graph: &Graph, out: &mut Dot) {
    let order = ReversePostorder::compute(graph);
    let mut lines: Vec<Vec<String>> = vec![Vec::new(); graph.blocks.len()];
    for line in print_lines(unit) {
        if let Some(
            Entity::Block(block) | Entity::Merge(block, _) | Entity::Action(block, _) | Entity::Terminator(block),
        ) = line.entity
        {
            let text = line.text.trim();
            let text = if line.entity == Some(Entity::Block(block)) { without_comment(text) } else { text };
            lines[block.index()].push(text.to_string());
        }
    }
    for &block in &order.blocks {
        let label = quoted_lines(lines[block.index()].iter().map(String::as_str));
        out.line(&format!("b{} [label={label}];", block.index()));
    }
    for &block in &order.blocks {
        for (target, label) in labelled_arcs(&graph.blocks[block].terminator) {
            let is_back = order.position(target) <= order.position(block);
            out.arc(&format!("b{}", block.index()), &format!("b{}", target.index()), &label, is_back);
        }
    }
}

/// The head of a block without its predecessors, which the arcs show.
fn without_comment(head: &str) -> &str {
    head.split_once(" ;").map_or(head, |(head, _)| head)
}

/// The arcs out of a block and what each stands for.
fn labelled_arcs(terminator: &Terminator) -> Vec<(BlockId, String)> {
    match terminator {
        Terminator::Goto(target) => vec![(*target, String::new())],
        Terminator::Branch { then, otherwise, .. } => {
            vec![(*then, "true".to_string()), (*otherwise, "false".to_string())]
        }
        Terminator::Switch { cases, default, .. } => {
            let mut arcs = Vec::with_capacity(cases.len() + 1);
            for case in cases {
                let values: Vec<String> = case.values.iter().map(i64::to_string).collect();
                arcs.push((case.target, values.join(" | ")));
            }
            arcs.push((*default, "default".to_string()));
            arcs
        }
        Terminator::Return(_) | Terminator::Stop(_) => Vec::new(),
    }
}
