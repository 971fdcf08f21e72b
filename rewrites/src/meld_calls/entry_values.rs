//! Which scalar dummy arguments have the value at entry where a call is.
//!
//! After a call block there are paths from each site to what follows another, which no lane takes. Code generation
//! looks at the paths to find out which arguments a kernel reads at all, or returns as they were given; so what an
//! argument is at entry must not get on such a path to where it could not be before.

use super::sites::Site;
use forlane_cfg::analysis::Effects;
use forlane_cfg::{Action, ActionKind, Argument, Graph, Storage, Unit, VarId};

/// The sites at which a variable may have its value at entry, and those at which it has on some path.
pub(super) struct EntryValue {
    pub var: VarId,
    /// For each site: some path to it does not assign the variable for sure.
    pub may_be: Vec<bool>,
    /// For each site: some path to it has nothing that might assign the variable.
    pub is: Vec<bool>,
}

/// Those of the scalar dummy arguments that the unit may assign.
pub(super) fn entry_values(unit: &Unit, graph: &Graph, sites: &[Site], effects: &Effects) -> Vec<EntryValue> {
    let is_scalar = |var: &VarId| unit.vars[*var].array.is_none() && unit.vars[*var].storage == Storage::Dummy;
    let is_assigned = |(at, _): &(usize, &VarId)| effects.unit_may_assign(&unit.name, *at);
    let vars = unit.dummies.iter().enumerate().filter(is_assigned).map(|(_, var)| *var).filter(is_scalar);
    vars.map(|var| EntryValue {
        var,
        may_be: reach(graph, sites, &|action| assigns(action, var)),
        is: reach(graph, sites, &|action| assigns(action, var) || may_assign(action, var, effects)),
    })
    .collect()
}

fn assigns(action: &Action, var: VarId) -> bool {
    match &action.kind {
        ActionKind::Assign { target, .. } => *target == var,
        ActionKind::Call { result, .. } => *result == Some(var),
        _ => false,
    }
}

fn may_assign(action: &Action, var: VarId, effects: &Effects) -> bool {
    let is_var = |argument: &Argument| argument.referenced() == Some(var);
    match &action.kind {
        ActionKind::Call { callee, arguments, .. } => {
            arguments.iter().enumerate().any(|(at, argument)| is_var(argument) && effects.may_assign(callee, at))
        }
        ActionKind::Io(io) => io.kind.assigns() && io.objects.iter().any(is_var),
        _ => false,
    }
}

/// Which sites are reached from START by actions of which none `ends` the walk.
fn reach(graph: &Graph, sites: &[Site], ends: &dyn Fn(&Action) -> bool) -> Vec<bool> {
    let mut seen = vec![false; graph.blocks.len()];
    let mut pending = vec![graph.start];
    while let Some(id) = pending.pop() {
        let block = &graph.blocks[id];
        if !std::mem::replace(&mut seen[id.index()], true) && !block.actions.iter().any(ends) {
            pending.extend(block.terminator.successors());
        }
    }
    let is_reached =
        |site: &Site| seen[site.block.index()] && !graph.blocks[site.block].actions[..site.position].iter().any(ends);
    sites.iter().map(is_reached).collect()
}
