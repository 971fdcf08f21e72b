//! Which units only handle errors: each execution of one transfers data, as an internal WRITE does that makes a
//! message, or ends the row. What leads to one is rare.

use forlane_cfg::{ActionKind, Block, Body, Graph, Terminator, Unit};
use indexmap::IndexSet;

/// The units that only handle errors.
#[derive(Clone, Debug, Default)]
pub struct Handlers {
    units: IndexSet<String>,
}

impl Handlers {
    /// Among these units, callees first.
    pub fn compute(units: &[&Unit]) -> Handlers {
        let mut handlers = Handlers::default();
        for unit in units {
            if let Body::Graph(graph) = &unit.body
                && !handlers.may_return_before(graph)
            {
                handlers.units.insert(unit.name.clone());
            }
        }
        handlers
    }

    /// Whether the unit of that name is one of them.
    pub fn contains(&self, unit: &str) -> bool {
        self.units.contains(unit)
    }

    /// Whether the block transfers data, ends the row or calls a unit that does.
    pub fn is_rare(&self, block: &Block) -> bool {
        matches!(block.terminator, Terminator::Stop(_))
            || block.actions.iter().any(|action| match &action.kind {
                ActionKind::Io(_) => true,
                ActionKind::Call { callee, .. } => callee.unit().is_some_and(|name| self.contains(name)),
                _ => false,
            })
    }

    /// Whether a return can be reached without a rare block.
    fn may_return_before(&self, graph: &Graph) -> bool {
        let (mut pending, mut seen) = (vec![graph.start], IndexSet::from([graph.start]));
        while let Some(block) = pending.pop() {
            let data = &graph.blocks[block];
            if self.is_rare(data) {
                continue;
            }
            if matches!(data.terminator, Terminator::Return(_)) {
                return true;
            }
            pending.extend(data.terminator.successors().into_iter().filter(|next| seen.insert(*next)));
        }
        false
    }
}
