//! Which units assign static variables and areas, and which of them every gang runs.
//!
//! Each gang starts with the initial values of what every gang assigns. What only other units assign, as handlers of
//! errors do, is restored after a gang that ran one of them: they say so when they are entered ([`crate::entry`]).

use forlane_cfg::analysis::PostDominators;
use forlane_cfg::{Action, ActionKind, Argument, Body, Unit, VarId};
use indexmap::{IndexMap, IndexSet};

/// The units of a kernel by what they assign in memory.
#[derive(Debug)]
pub struct Assigners<'u> {
    /// The variables that each unit names where it assigns, or where it calls what may assign.
    assigned: IndexMap<&'u str, IndexSet<VarId>>,
    /// The units that every gang runs.
    always: IndexSet<&'u str>,
}

impl<'u> Assigners<'u> {
    /// Of these units, the entered one last.
    pub fn compute(units: &[&'u Unit]) -> Assigners<'u> {
        let assigned = units.iter().map(|unit| (unit.name.as_str(), assigned(unit))).collect();
        let mut always: IndexSet<&str> = units.last().map(|unit| unit.name.as_str()).into_iter().collect();
        let mut at = 0;
        while let Some(name) = always.get_index(at).copied() {
            at += 1;
            if let Some(unit) = units.iter().find(|unit| unit.name == name) {
                always.extend(always_called(unit));
            }
        }
        Assigners { assigned, always }
    }

    /// Whether every gang runs the unit.
    pub fn runs_always(&self, unit: &str) -> bool {
        self.always.contains(unit)
    }

    /// Whether the unit names the variable where it assigns.
    pub fn assigns(&self, unit: &str, var: VarId) -> bool {
        self.assigned.get(unit).is_some_and(|vars| vars.contains(&var))
    }

    /// Whether a unit that every gang runs assigns the variable.
    pub fn assigns_always(&self, unit: &str, var: VarId) -> bool {
        self.runs_always(unit) && self.assigns(unit, var)
    }
}

/// The variables that a unit may assign in memory, itself or by handing them to calls.
fn assigned(unit: &Unit) -> IndexSet<VarId> {
    let mut vars = IndexSet::new();
    for action in unit.actions() {
        match &action.kind {
            ActionKind::Assign { target, .. } => {
                vars.insert(*target);
            }
            ActionKind::Call { arguments, result, .. } => {
                vars.extend(arguments.iter().filter_map(Argument::referenced).chain(*result));
            }
            ActionKind::Io(io) => {
                vars.extend(io.objects.iter().filter_map(Argument::referenced).chain(io.assigned_variables()));
            }
            ActionKind::Array(assignment) => vars.extend(assignment.named_vars()),
            other => vars.extend(other.assigned_array()),
        }
    }
    vars
}

/// The units that each execution of a unit calls which comes to an end. Of a region tree, those are taken to be all.
fn always_called(unit: &Unit) -> Vec<&str> {
    match &unit.body {
        Body::Graph(graph) => {
            let post_dominators = PostDominators::compute(graph);
            let is_passed = |block| post_dominators.post_dominates(block, graph.start);
            let passed = graph.blocks.iter().filter(|(block, _)| is_passed(*block));
            let actions = passed.flat_map(|(_, block)| &block.actions);
            actions.filter_map(callee).collect()
        }
        Body::Tree(_) => unit.actions().filter_map(callee).collect(),
    }
}

fn callee(action: &Action) -> Option<&str> {
    match &action.kind {
        ActionKind::Call { callee, .. } => callee.unit(),
        _ => None,
    }
}
