//! Makes local variables of kept scalars whose values nothing takes over from one execution of a unit to the next, so
//! that SSA form turns them into values.
//!
//! Old programs save all variables (a bare SAVE, `--save-locals`) and need that of a few; a kernel reaches one unit of
//! those that share a COMMON block. A static scalar becomes local in all copies of its unit if each of them assigns it
//! on every path before it reads it, and no call comes back to the unit. So does a scalar in an area, if one unit alone
//! names it and what overlaps it. A READ that may leave a variable as it is counts as reading it.
//!
//! Requires: all units of the program; those at another stage than `cfg` keep what is theirs. Ensures: stage `cfg`.
//! Keeps: order of evaluation, results, which lanes fail. Invalidates: nothing. Cost: the sum of the variables' live
//! ranges.
//!
//! ```text
//! var z: real8 static varying s0                var z: real8 local varying s0
//!                                   becomes
//! z = x * x                                     z = x * x
//! y = z + call f(&z)                            y = z + call f(&z)
//! ```

use crate::objects::{Member, Object, Objects, for_each_block_access, is_closed};
use forlane_cfg::analysis::{Effects, InitialValues};
use forlane_cfg::{ActionKind, Argument, Body, Graph, IoKind, Program, Stage, Storage, Unit, VarId};
use std::collections::{HashMap, HashSet};

/// Makes local what can be in all units of a program.
pub fn localize_scalars(program: &mut Program) {
    let objects = Objects::compute(program);
    let is_kept_scalar =
        |object: &Object| object.members.iter().any(|(unit, var)| program.units[*unit].vars[*var].array.is_none());
    if !objects.iter().any(|(_, object)| is_kept_scalar(object)) {
        return;
    }
    let effects = Effects::compute(program);
    let is_closed = is_closed(program);
    let named: HashSet<Member> = (program.units.iter().enumerate())
        .flat_map(|(index, unit)| named_vars(unit, &effects).into_iter().map(move |var| (index, var)))
        .collect();
    let mut taken_over = HashMap::new();
    let mut local: Vec<Member> = Vec::new();
    for (_, object) in objects.iter() {
        let users: Vec<Member> = object.members.iter().filter(|member| named.contains(*member)).copied().collect();
        let is_alone = !object.is_in_area() || is_closed && users.len() == 1;
        let mut is_localizable = |(unit, var): &Member| {
            let index = *unit;
            let unit = &program.units[index];
            let taken_over = taken_over.entry(index).or_insert_with(|| taken_over_vars(unit, &effects));
            unit.vars[*var].array.is_none() && taken_over.as_ref().is_some_and(|vars| !vars.contains(var))
        };
        if is_alone && users.iter().all(&mut is_localizable) {
            // The copies of a unit declare what they share alike, also where one of them does not name it.
            local.extend(if object.is_in_area() { users } else { object.members.clone() });
        }
    }
    for (unit, var) in local {
        let var = &mut program.units[unit].vars[var];
        if var.array.is_none() {
            (var.storage, var.area, var.initial) = (Storage::Local, None, Vec::new());
        }
    }
}

/// The variables that a unit reads, assigns or passes.
fn named_vars(unit: &Unit, effects: &Effects) -> HashSet<VarId> {
    let Body::Graph(graph) = &unit.body else { return unit.vars.iter().map(|(var, _)| var).collect() };
    let mut named = HashSet::new();
    for (block, _) in graph.blocks.iter() {
        for_each_block_access(graph, block, effects, &mut |var, _| {
            named.insert(var);
        });
    }
    named
}

/// The variables of a unit that may be read as an earlier execution left them; none if it may be any of them.
fn taken_over_vars(unit: &Unit, effects: &Effects) -> Option<HashSet<VarId>> {
    let Body::Graph(graph) = &unit.body else { return None };
    if unit.stage != Stage::Cfg || comes_back(unit, effects) {
        return None;
    }
    let initial = InitialValues::compute(unit, graph, effects);
    Some(initial.variables.iter().map(|initial| initial.var).chain(left_by_read(graph)).collect())
}

/// The variables that READ may leave as they are.
fn left_by_read(graph: &Graph) -> impl Iterator<Item = VarId> + '_ {
    let actions = graph.blocks.iter().flat_map(|(_, block)| &block.actions);
    let objects = actions.flat_map(|action| match &action.kind {
        ActionKind::Io(io) if io.kind == IoKind::Read => &io.objects[..],
        _ => &[],
    });
    objects.filter_map(Argument::referenced)
}

/// Whether a call in a unit may execute the unit itself.
fn comes_back(unit: &Unit, effects: &Effects) -> bool {
    if effects.of(&unit.name).is_none_or(|own| own.calls_unknown) {
        return true;
    }
    let mut seen: HashSet<&str> = HashSet::new();
    let mut work = if effects.cycle().is_some() { vec![unit.name.as_str()] } else { Vec::new() };
    while let Some(callees) = work.pop().and_then(|name| effects.of(name)).map(|effects| &effects.callees) {
        work.extend(callees.iter().map(String::as_str).filter(|callee| seen.insert(callee)));
    }
    seen.contains(unit.name.as_str())
}
