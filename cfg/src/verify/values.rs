//! Rules of values in graphs: defined once, before each use; no promotable variables beside them.

use super::Checker;
use super::uses::{Site, SiteKind, sites_of_graph};
use crate::analysis::dominators::Dominators;
use crate::analysis::order::ReversePostorder;
use crate::analysis::predecessors::Predecessors;
use crate::graph::{Action, ActionKind, BlockId, Graph};
use crate::text::UnitPart;
use crate::unit::{Stage, Storage, ValueId, VarId};
use std::collections::HashMap;

/// A graph with what is known of it.
pub(super) struct GraphFacts<'a> {
    pub(super) graph: &'a Graph,
    pub(super) order: &'a ReversePostorder,
    pub(super) predecessors: &'a Predecessors,
}

/// Where a value is defined: the block, and how many merges and actions of it are before.
type Position = (BlockId, usize);

impl Checker<'_> {
    /// All rules of this file, for reachable blocks.
    pub(super) fn graph_values(&mut self, facts: &GraphFacts<'_>) {
        let sites = sites_of_graph(facts.graph);
        let reachable = |site: &&Site<'_>| facts.order.reaches(position(facts.graph, site.entity).0);
        let sites: Vec<Site<'_>> = sites.iter().filter(reachable).copied().collect();
        if self.unit.stage < Stage::Ssa {
            return self.no_values(&sites);
        }
        for site in &sites {
            let is_start = position(facts.graph, site.entity).0 == facts.graph.start;
            self.no_promotable(site, is_start);
        }
        let definitions = self.definitions(facts.graph, &sites);
        let dominators = Dominators::compute_in(facts.graph, facts.order, facts.predecessors);
        let is_before = |definition: Position, at: Position| {
            if definition.0 == at.0 { definition.1 < at.1 } else { dominators.dominates(definition.0, at.0) }
        };
        for site in &sites {
            let here = position(facts.graph, site.entity);
            let reads: Vec<(ValueId, Position)> = match site.kind {
                SiteKind::Merge(merge) => {
                    let end = |(from, value): &(BlockId, ValueId)| (*value, (*from, usize::MAX));
                    merge.operands.iter().map(end).collect()
                }
                _ => site.read_values().into_iter().map(|value| (value, here)).collect(),
            };
            for (value, at) in reads {
                if !definitions.get(&value).is_some_and(|definition| is_before(*definition, at)) {
                    let message = format!("v{} is not defined on every path to here", value.index());
                    self.error("value-undefined", site.entity, message);
                }
            }
        }
    }

    /// Rule `value-before-ssa`.
    fn no_values(&mut self, sites: &[Site<'_>]) {
        for site in sites {
            if matches!(site.kind, SiteKind::Merge(_))
                || !site.defined_values().is_empty()
                || !site.read_values().is_empty()
            {
                self.error("value-before-ssa", site.entity, "values exist from `ssa` on only");
            }
        }
    }

    /// Rule `value-twice`; the first definitions.
    fn definitions(&mut self, graph: &Graph, sites: &[Site<'_>]) -> HashMap<ValueId, Position> {
        let mut definitions = HashMap::new();
        for site in sites {
            for value in site.defined_values() {
                let place = position(graph, site.entity);
                if definitions.insert(value, place).is_some() {
                    self.error("value-twice", site.entity, format!("v{} is defined before", value.index()));
                }
            }
        }
        definitions
    }

    /// Rule `variable-in-ssa`. Where `is_start`, a definition may be a dummy argument's value.
    pub(super) fn no_promotable(&mut self, site: &Site<'_>, is_start: bool) {
        if let SiteKind::Action(action) = site.kind
            && is_start
            && let Some(var) = incoming_argument(action)
            && self.unit.vars[var].storage == Storage::Dummy
        {
            return;
        }
        for var in site.vars() {
            let var = &self.unit.vars[var];
            if var.is_promotable() {
                self.error("variable-in-ssa", site.entity, format!("{} has values in its place", var.name));
            }
        }
    }
}

/// The variable of `v0:x real8 = x`.
fn incoming_argument(action: &Action) -> Option<VarId> {
    let ActionKind::Define { expr, .. } = &action.kind else { return None };
    expr.read_variable()
}

/// Merges all are at 0; actions after them.
fn position(graph: &Graph, entity: UnitPart) -> Position {
    match entity {
        UnitPart::Merge(block, _) => (block, 0),
        UnitPart::Action(block, index) => (block, index + 1),
        UnitPart::Terminator(block) => (block, usize::MAX),
        _ => (graph.start, 0),
    }
}
