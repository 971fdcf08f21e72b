//! Lets scalar dummy arguments that get the same variable share its value, as those that are passed by reference do.
//!
//! By the rules of Fortran neither of them may be assigned then, but procedures of libraries are called so: the second
//! number of a rotation is also its result. Whether such a call is spliced into its caller must not decide what comes
//! out. A unit gets a copy for each set of dummy arguments that are one variable, in which what assigns one of them
//! assigns the others, too.
//!
//! Requires: stage `cfg`; calls that fit their callees. Ensures: stage `cfg`. Keeps: results of calls that follow the
//! rules; static variables stay those of the source's unit ([`Unit::origin`]). Invalidates: all analyses. Cost: O(size
//! of the copies).
//!
//! ```text
//!     call rotate(&x, &t, &t)             call "rotate(r=g)"(&x, &t, &t)
//! (rotate)                      becomes   ("rotate(r=g)" of rotate)
//! dummies f, g, r                         dummies f, g, r
//!     r = f + 1d0                             r = f + 1d0
//!     r = r * g                               g = r
//!                                             r = r * g
//!                                             g = r
//! ```

use crate::bind_procedures::MOST_COPIES;
use forlane_cfg::analysis::Effects;
use forlane_cfg::{Action, ActionKind, Argument, Body, Callee, Expr, Place, Program, Stage, Storage, Unit, VarId};
use indexmap::IndexMap;

/// Lets the calls of all units that pass one variable several times go to copies.
pub fn share_scalars(program: &mut Program) {
    if !program.units.iter().any(|unit| unit.actions().any(|action| passes_twice(program, unit, action))) {
        return;
    }
    let mut effects = Effects::compute(program);
    let source_units = program.units.len();
    let mut next = 0;
    while next < program.units.len() {
        let unit = &program.units[next];
        next += 1;
        let (Body::Graph(graph), Stage::Cfg) = (&unit.body, unit.stage) else { continue };
        let (mut graph, mut copies) = (graph.clone(), Vec::new());
        for (_, block) in graph.blocks.iter_mut() {
            for action in &mut block.actions {
                let is_full = program.units.len() + copies.len() >= source_units + MOST_COPIES;
                if let Some(copy) = sharing_callee(program, &effects, &program.units[next - 1], action)
                    && let ActionKind::Call { callee: Callee::Unit(name), .. } = &mut action.kind
                    && (!is_full || program.unit(&copy.name).is_some())
                {
                    effects.add_copy(&copy.name, name);
                    name.clone_from(&copy.name);
                    copies.push(copy);
                }
            }
        }
        if copies.is_empty() {
            continue;
        }
        program.units[next - 1].body = Body::Graph(graph);
        for copy in copies {
            if program.unit(&copy.name).is_none() {
                program.units.push(copy);
            }
        }
    }
}

/// Whether a call passes a scalar twice.
fn passes_twice(program: &Program, caller: &Unit, action: &Action) -> bool {
    shared_dummies(program, caller, action).is_some_and(|(_, shared)| !shared.is_empty())
}

/// The callee of a call, and its scalar dummy arguments that get the same variable, by its place among the arguments.
fn shared_dummies<'p>(program: &'p Program, caller: &Unit, action: &Action) -> Option<(&'p Unit, Vec<Vec<usize>>)> {
    let ActionKind::Call { callee, arguments, .. } = &action.kind else { return None };
    let callee = program.unit(callee.unit()?)?;
    let mut places: IndexMap<VarId, Vec<usize>> = IndexMap::new();
    for (at, (argument, dummy)) in arguments.iter().zip(&callee.dummies).enumerate() {
        let (Argument::Variable(var), dummy) = (argument, &callee.vars[*dummy]) else { continue };
        if dummy.array.is_none() && dummy.storage == Storage::Dummy && dummy.ty == caller.vars[*var].ty {
            places.entry(*var).or_default().push(at);
        }
    }
    Some((callee, places.into_values().filter(|places| places.len() > 1).collect()))
}

/// The copy of the callee for a call that passes scalars twice of which it assigns one; none if it is that copy.
fn sharing_callee(program: &Program, effects: &Effects, caller: &Unit, action: &Action) -> Option<Unit> {
    let (callee, mut shared) = shared_dummies(program, caller, action)?;
    shared.retain(|places| places.iter().any(|at| effects.unit_may_assign(&callee.name, *at)));
    let name = |at: &usize| callee.vars[callee.dummies[*at]].name.as_str();
    let pair = |places: &Vec<usize>, at: &usize| format!("{}={}", name(at), name(&places[0]));
    let pairs = shared.iter().flat_map(|places| places[1..].iter().map(move |at| pair(places, at)));
    let mut copy = Unit { name: with_bound(&callee.name, pairs)?, ..callee.clone() };
    copy.origin = Some(callee.source_name().to_owned());
    let groups: Vec<Vec<VarId>> =
        shared.iter().map(|places| places.iter().map(|at| callee.dummies[*at]).collect()).collect();
    if let Body::Graph(graph) = &mut copy.body {
        for (_, block) in graph.blocks.iter_mut() {
            block.actions = std::mem::take(&mut block.actions)
                .into_iter()
                .flat_map(|mut action| {
                    pass_one(&groups, &mut action);
                    let more = others_assigned(callee, &groups, &action);
                    std::iter::once(action).chain(more)
                })
                .collect();
        }
    }
    Some(copy)
}

/// The name of a copy in which more is known of dummy arguments than in the unit of a name, which may be a copy itself;
/// none if all is known there.
pub(crate) fn with_bound(name: &str, more: impl IntoIterator<Item = String>) -> Option<String> {
    let (stem, mut known) = match name.strip_suffix(')').and_then(|name| name.split_once('(')) {
        Some((stem, bound)) => (stem, bound.split(", ").map(str::to_owned).collect()),
        None => (name, Vec::new()),
    };
    let before = known.len();
    for pair in more {
        if !known.contains(&pair) {
            known.push(pair);
        }
    }
    (known.len() > before).then(|| format!("{stem}({})", known.join(", ")))
}

/// Passes the same one of the dummy arguments that share a variable to what is called.
fn pass_one(groups: &[Vec<VarId>], action: &mut Action) {
    let ActionKind::Call { arguments, .. } = &mut action.kind else { return };
    for argument in arguments {
        if let Argument::Variable(var) = argument
            && let Some(group) = groups.iter().find(|group| group.contains(var))
        {
            *var = group[0];
        }
    }
}

/// Assignments to the dummy arguments that share a variable with those that an action may assign.
fn others_assigned(unit: &Unit, groups: &[Vec<VarId>], action: &Action) -> Vec<Action> {
    let may_assign = |var: VarId| {
        let is_var = |argument: &Argument| argument.referenced() == Some(var);
        match &action.kind {
            ActionKind::Assign { target, .. } => *target == var,
            ActionKind::Call { arguments, result, .. } => *result == Some(var) || arguments.iter().any(is_var),
            ActionKind::Io(io) => io.kind.assigns() && io.objects.iter().any(is_var),
            _ => false,
        }
    };
    let mut more = Vec::new();
    for group in groups {
        let Some(assigned) = group.iter().find(|var| may_assign(**var)) else { continue };
        for target in group.iter().filter(|var| *var != assigned) {
            if let Some(value) = Expr::read(unit.vars[*assigned].ty, Place::Variable(*assigned)) {
                more.push(Action { kind: ActionKind::Assign { target: *target, value }, at: action.at });
            }
        }
    }
    more
}
