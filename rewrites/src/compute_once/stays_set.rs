//! Whether a flag that initialisation has set stays so.

use super::guards::{Flag, Guard};
use super::settle_flags::constant_assigned;
use super::trial::Trial;
use crate::objects::{Access, ObjectId, Objects, for_each_access, reached_blocks};
use forlane_cfg::analysis::Effects;
use forlane_cfg::{Action, ActionKind, BlockId, Body, Constant, Program, Terminator};

/// Condition 4, of a program `before` guards of a flag were taken away, and `without` them.
pub(super) fn stays_set(
    before: &Program,
    without: &Program,
    flag: &Flag,
    guards: &[(Guard, Trial)],
    objects: &Objects,
    effects: &Effects,
) -> bool {
    let Some(object) = objects.of(flag.member.0, flag.member.1) else { return false };
    let Some(mut values) = assigned_constants(without, object, objects, effects) else { return false };
    for (guard, trial) in guards {
        match trial.left_in((guard.unit, guard.flag)) {
            Some(value) => values.push(value.clone()),
            None if assigns_after(without, guard, guards, object, objects) => {}
            None => return false,
        }
    }
    let is_set = |value: &Constant| guards.iter().all(|(guard, _)| guard.leads_to_join(before, value));
    values.iter().all(is_set)
}

/// The constants that actions which are reached assign to a scalar; none if one may do something else to it.
fn assigned_constants(
    program: &Program,
    flag: ObjectId,
    objects: &Objects,
    effects: &Effects,
) -> Option<Vec<Constant>> {
    let mut values = Some(Vec::new());
    for (index, blocks) in reached_blocks(program).iter().enumerate() {
        let Body::Graph(graph) = &program.units[index].body else { continue };
        for action in blocks.iter().flat_map(|block| &graph.blocks[*block].actions) {
            for_each_access(&action.kind, effects, &mut |var, access| {
                if access == Access::Write && objects.of(index, var) == Some(flag) {
                    match (&mut values, constant_assigned(&action.kind)) {
                        (Some(values), Some(value)) => values.push(value),
                        _ => values = None,
                    }
                }
            });
        }
    }
    values
}

/// Whether each path from the join assigns the flag before it comes to a guard or returns. It may call nothing before
/// that where there are several guards.
fn assigns_after(
    program: &Program,
    guard: &Guard,
    guards: &[(Guard, Trial)],
    flag: ObjectId,
    objects: &Objects,
) -> bool {
    let Body::Graph(graph) = &program.units[guard.unit].body else { return false };
    let is_guard = |block: BlockId| guards.iter().any(|(one, _)| one.unit == guard.unit && one.block == block);
    let mut seen = vec![false; graph.blocks.len()];
    let mut pending = vec![guard.join];
    while let Some(block) = pending.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        let is_assignment = |action: &Action| matches!(&action.kind, ActionKind::Assign { target, .. } if objects.of(guard.unit, *target) == Some(flag));
        let actions = &graph.blocks[block].actions;
        let assigned = actions.iter().position(is_assignment);
        let mut before = actions.iter().take(assigned.unwrap_or(actions.len()));
        if guards.len() > 1 && before.any(|action| matches!(action.kind, ActionKind::Call { .. })) {
            return false;
        }
        if assigned.is_some() {
            continue;
        }
        if is_guard(block) || matches!(graph.blocks[block].terminator, Terminator::Return(_)) {
            return false;
        }
        pending.extend(graph.blocks[block].terminator.successors());
    }
    true
}
