//! Rules of a graph's form: arcs, START, critical arcs, switches, merges.

use super::uses::sites_of_graph;
use super::{Checker, values};
use crate::analysis::order::ReversePostorder;
use crate::analysis::predecessors::Predecessors;
use crate::graph::{BlockId, Graph, Terminator};
use crate::text::UnitPart;
use crate::unit::{Stage, StopCode};
use std::collections::HashSet;

impl Checker<'_> {
    /// Rule `arc-target`, on which everything else on graphs relies.
    pub(super) fn targets(&mut self, graph: &Graph) {
        if graph.blocks.get(graph.start).is_none() {
            self.error("arc-target", UnitPart::Unit, "START is not a block of the unit");
        }
        for (id, block) in graph.blocks.iter() {
            for target in block.terminator.successors() {
                if graph.blocks.get(target).is_none() {
                    self.error("arc-target", UnitPart::Terminator(id), format!("b{} does not exist", target.index()));
                }
            }
            for (index, merge) in block.merges.iter().enumerate() {
                for (from, _) in &merge.operands {
                    if graph.blocks.get(*from).is_none() {
                        let message = format!("b{} does not exist", from.index());
                        self.error("arc-target", UnitPart::Merge(id, index), message);
                    }
                }
            }
        }
    }

    /// All rules of graphs.
    pub(super) fn graph_rules(&mut self, graph: &Graph) {
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        self.actions(&sites_of_graph(graph));
        self.arcs(graph, &order, &predecessors);
        self.unreachable(graph, &order);
        self.merges(graph, &order, &predecessors);
        for (id, block) in graph.blocks.iter() {
            if let Terminator::Switch { cases, .. } = &block.terminator {
                self.cases(UnitPart::Terminator(id), cases.iter().flat_map(|case| &case.values));
            }
        }
        let facts = values::GraphFacts { graph, order: &order, predecessors: &predecessors };
        self.graph_values(&facts);
        self.graph_scopes(graph, &order);
        self.graph_transfers(graph, &order);
    }

    /// Rule `case-duplicate`.
    pub(super) fn cases<'a>(&mut self, entity: UnitPart, values: impl Iterator<Item = &'a i64>) {
        let mut seen = HashSet::new();
        for value in values {
            if !seen.insert(*value) {
                self.error("case-duplicate", entity, format!("{value} is in two cases"));
            }
        }
    }

    /// Rules `start-predecessor` and `arc-critical`.
    fn arcs(&mut self, graph: &Graph, order: &ReversePostorder, predecessors: &Predecessors) {
        for &id in &order.blocks {
            let successors = graph.blocks[id].terminator.successors();
            if successors.contains(&graph.start) {
                self.error("start-predecessor", UnitPart::Terminator(id), "an arc leads to START");
            }
            if self.unit.stage < Stage::Split || successors.len() < 2 {
                continue;
            }
            let critical: Vec<String> = successors
                .iter()
                .filter(|target| predecessors.of(**target).len() > 1)
                .map(|target| format!("b{}", target.index()))
                .collect();
            if !critical.is_empty() {
                let message = format!("arcs to {} are critical", critical.join(", "));
                self.error("arc-critical", UnitPart::Terminator(id), message);
            }
        }
    }

    /// Rule `block-unreachable`. Ids that a text leaves out stand for empty blocks.
    fn unreachable(&mut self, graph: &Graph, order: &ReversePostorder) {
        if self.unit.stage < Stage::Split {
            return;
        }
        for (id, block) in graph.blocks.iter().filter(|(id, _)| !order.reaches(*id)) {
            let is_bare = matches!(block.terminator, Terminator::Stop(StopCode::None));
            if !is_bare || !block.actions.is_empty() || !block.merges.is_empty() {
                self.error("block-unreachable", UnitPart::Block(id), "no path leads here from START");
            }
        }
    }

    /// Rules `merge-operands` and `merge-type`.
    fn merges(&mut self, graph: &Graph, order: &ReversePostorder, predecessors: &Predecessors) {
        for &id in &order.blocks {
            let mut wanted: Vec<BlockId> = predecessors.of(id).to_vec();
            wanted.sort();
            for (index, merge) in graph.blocks[id].merges.iter().enumerate() {
                let entity = UnitPart::Merge(id, index);
                let mut given: Vec<BlockId> = merge.operands.iter().map(|(from, _)| *from).collect();
                given.sort();
                if wanted.is_empty() {
                    self.error("merge-operands", entity, "no arc leads here");
                } else if given != wanted {
                    self.error("merge-operands", entity, "its operands are not one for each predecessor");
                }
                let ty = self.unit.values[merge.value].ty;
                if merge.operands.iter().any(|(_, value)| self.unit.values[*value].ty != ty) {
                    self.error("merge-type", entity, "an operand is of another type");
                }
            }
        }
    }
}
