//! What a call of each unit costs, roughly.

use crate::inline_calls::callees_first;
use forlane_cfg::analysis::{Checked, ReversePostorder, weight};
use forlane_cfg::{ActionKind, Body, Graph, Program};
use std::collections::HashMap;

/// What a division, or a function that is called, costs beside other operations.
const HEAVY: u64 = 16;

/// How many times as much code in a unit with loops counts.
const TURNS: u64 = 16;

/// The costs of the units of a program, in operations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Costs {
    of_unit: HashMap<String, u64>,
}

impl Costs {
    /// Adds up, with callees; of units that call each other, what is known by then.
    pub fn compute(program: &Program) -> Costs {
        let mut costs = Costs::default();
        for index in callees_first(program) {
            let unit = &program.units[index];
            let Body::Graph(graph) = &unit.body else { continue };
            let cost = costs.of_graph(graph);
            costs.of_unit.insert(unit.name.clone(), cost);
        }
        costs
    }

    /// What a call of the unit of that name costs; nothing for one that is not known.
    pub fn of(&self, name: &str) -> u64 {
        self.of_unit.get(name).copied().unwrap_or_default()
    }

    fn of_graph(&self, graph: &Graph) -> u64 {
        let mut cost: u64 = 0;
        for action in graph.blocks.iter().flat_map(|(_, block)| &block.actions) {
            let alone = weight::actions(std::slice::from_ref(action), Checked::Nothing);
            let callee = match &action.kind {
                ActionKind::Call { callee, .. } => callee.unit().map_or(0, |name| self.of(name)),
                _ if alone.heavy => HEAVY,
                _ => 0,
            };
            cost = cost.saturating_add(callee).saturating_add(u64::from(alone.cost));
        }
        if has_loop(graph) { cost.saturating_mul(TURNS).max(super::DEAR) } else { cost }
    }
}

fn has_loop(graph: &Graph) -> bool {
    let order = ReversePostorder::compute(graph);
    order.blocks.iter().any(|id| {
        let goes_back = |target: &forlane_cfg::BlockId| order.position(*target) <= order.position(*id);
        graph.blocks[*id].terminator.successors().iter().any(goes_back)
    })
}
