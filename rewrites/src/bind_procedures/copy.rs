//! The copy of a unit in which dummy procedures are bound to those that a call passes.

use super::{Bound, HandedVariable};
use forlane_cfg::{
    Action, ActionKind, Argument, Body, Callee, Expr, LogicalExpr, Storage, Unit, Var, VarId, names, place_among,
    source_arguments,
};
use indexmap::IndexMap;
use std::collections::HashMap;

/// An internal procedure, and variables of the copy for those of its host that it takes.
type Taken<'a> = (&'a Unit, HashMap<VarId, VarId>);

/// The copy of a unit with its dummy procedures bound, and more dummy arguments for variables of hosts.
pub(super) fn bound_copy(unit: &Unit, bound: &[Option<Bound>], more: &[HandedVariable<'_>]) -> Unit {
    let mut copy = unit.clone();
    // A procedure may be bound to several dummy procedures, each time with variables of another call of its host.
    let mut taken: IndexMap<(&str, usize), Taken<'_>> = IndexMap::new();
    let mut seen: HashMap<(&str, VarId), usize> = HashMap::new();
    for HandedVariable { procedure, dummy } in more {
        let var = procedure.vars[*dummy].clone();
        let times = seen.entry((&procedure.name, *dummy)).or_default();
        let host = if *times == 0 { procedure.name.clone() } else { format!("{}.{times}", procedure.name) };
        let scope = unit.scopes.iter().next().map_or(var.scope, |(scope, _)| scope);
        let own = copy.vars.alloc(Var { name: names::inside(&host, &var.name), scope, ..var });
        copy.dummies.push(own);
        taken.entry((&procedure.name, *times)).or_insert((procedure, HashMap::new())).1.insert(*dummy, own);
        *times += 1;
    }
    for (procedure, own) in taken.values() {
        let arguments = procedure.arguments.iter();
        copy.arguments.extend(arguments.filter_map(|argument| argument.with_variables(&|var| own.get(&var).copied())));
    }
    let places = copy.dummies.clone();
    let procedures: HashMap<VarId, Option<Handed>> = (unit.dummies.iter().zip(bound))
        .filter(|(dummy, _)| unit.vars[**dummy].storage == Storage::Procedure)
        .map(|(dummy, bound)| {
            let handed = bound.as_ref().map(|bound| Handed {
                unit: bound.unit.clone(),
                with: bound
                    .with
                    .iter()
                    .filter_map(|at| places.get(*at))
                    .map(|var| Argument::of_variable(*var, &copy.vars[*var]))
                    .collect(),
            });
            (*dummy, handed)
        })
        .collect();
    let pairs =
        unit.dummies.iter().zip(bound).filter(|(dummy, _)| procedures.contains_key(*dummy)).map(|(dummy, bound)| {
            let name = &unit.vars[*dummy].name;
            match bound {
                None => format!("{name}=none"),
                Some(bound) if bound.with.is_empty() => format!("{name}={}", bound.unit),
                Some(bound) => {
                    let with: Vec<String> = bound.with.iter().map(usize::to_string).collect();
                    format!("{name}={} with {}", bound.unit, with.join(" "))
                }
            }
        });
    copy.name = format!("{}({})", unit.name, pairs.collect::<Vec<String>>().join(", "));
    copy.origin = Some(unit.source_name().to_owned());
    let decided = decided_presence(unit);
    copy.dummies.retain(|dummy| !procedures.contains_key(dummy) && decided.iter().all(|(_, present)| present != dummy));
    copy.arguments.retain(|argument| !procedures.contains_key(&argument.var()));
    copy.arguments = source_arguments(&copy.vars, &copy.dummies, copy.arguments);
    if let Body::Graph(graph) = &mut copy.body {
        for (_, block) in graph.blocks.iter_mut() {
            block.actions.retain_mut(|action| bind_action(action, &procedures));
        }
        for (procedure, present) in decided {
            let is_bound = procedures.get(&procedure).is_some_and(Option::is_some);
            let value = Expr::Logical(LogicalExpr::Constant(is_bound));
            copy.vars[present].storage = Storage::Local;
            let start = &mut graph.blocks[graph.start];
            // After the entry of the unit's scope.
            let place = start.actions.len().min(1);
            start.actions.insert(place, Action { kind: ActionKind::Assign { target: present, value }, at: start.at });
        }
    }
    copy
}

/// The dummy procedures of a unit that are OPTIONAL, each with the dummy argument that says whether it is present: a
/// copy of the unit decides that.
pub(super) fn decided_presence(unit: &Unit) -> Vec<(VarId, VarId)> {
    let procedures = unit.dummy_procedures();
    procedures.filter_map(|procedure| Some((procedure, unit.argument_of(procedure)?.present?))).collect()
}

/// What a dummy procedure is in a copy: a unit, and the variables of the copy that it takes after its own arguments.
struct Handed {
    unit: String,
    with: Vec<Argument>,
}

/// Sets the procedures in an action. False for the call of one that is absent: building has put a failure before
/// it.
fn bind_action(action: &mut Action, procedures: &HashMap<VarId, Option<Handed>>) -> bool {
    let ActionKind::Call { callee, arguments, .. } = &mut action.kind else { return true };
    let bound_to = |var: &VarId| procedures.get(var).map(Option::as_ref);
    for at in 0..arguments.len() {
        if let Argument::Procedure(Callee::Dummy(var)) = &arguments[at]
            && let Some(bound) = bound_to(var)
        {
            arguments[at] = match bound {
                Some(handed) if handed.with.is_empty() => Argument::Procedure(Callee::Unit(handed.unit.clone())),
                Some(handed) => {
                    let with = handed.with.iter().map(|argument| place_among(arguments, 0, argument.clone())).collect();
                    Argument::Procedure(Callee::Internal(handed.unit.clone(), with))
                }
                None => Argument::Absent,
            };
        }
    }
    if let Callee::Dummy(var) = callee
        && let Some(bound) = bound_to(var)
    {
        let Some(handed) = bound else { return false };
        arguments.extend(handed.with.iter().cloned());
        *callee = Callee::Unit(handed.unit.clone());
    }
    true
}
