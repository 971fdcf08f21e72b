//! Finds tables in areas: variables with initial values that no unit of the program assigns, nor anything that overlaps
//! them. Such is what BLOCK DATA gives for a COMMON block of physical constants. All lanes share them.

use forlane_cfg::analysis::Effects;
use forlane_cfg::areas::Areas;
use forlane_cfg::graph::{Action, ActionKind, Argument, Callee};
use forlane_cfg::unit::{Body, Program, Shape, Stage, Storage, Var, VarId};
use forlane_semantics::types::Constant;
use std::collections::HashSet;

/// A longer table would take more time to take apart than its sharing saves.
const MOST_BYTES: u64 = 1 << 22;

/// Runs of equal elements: first, number, value.
type Runs = Vec<(u64, u64, Constant)>;

/// Turns variables in areas that have initial values and are never assigned into constants of their units.
///
/// The units are all that the program has, at stage `cfg`; nothing is done where others are or a callee is missing, since
/// that could assign anything.
pub fn find_constant_areas(program: &mut Program) {
    let areas = Areas::compute(program);
    if areas.iter().next().is_none() || !is_complete(program) {
        return;
    }
    let effects = Effects::compute(program);
    let assigned = assigned_variables(program, &effects);
    let mut constants: Vec<(usize, VarId, Runs)> = Vec::new();
    for (_, area) in areas.iter() {
        for component in &area.components {
            let is_assigned = component.members.iter().any(|member| assigned.contains(member));
            let bytes = component.range.end - component.range.start;
            if is_assigned || bytes > MOST_BYTES || !component.has_image() {
                continue;
            }
            let image = component.image();
            let start = component.range.start;
            let found: Option<Vec<_>> = component
                .members
                .iter()
                .map(|(unit, var)| Some((*unit, *var, runs(&program.units[*unit].vars[*var], &image, start)?)))
                .collect();
            constants.extend(found.into_iter().flatten());
        }
    }
    for (unit, var, runs) in constants {
        let var = &mut program.units[unit].vars[var];
        (var.storage, var.area, var.shape, var.initial) = (Storage::Constant, None, Shape::Uniform, runs);
    }
}

/// Whether all units are graphs as built, and all that they call is there.
fn is_complete(program: &Program) -> bool {
    let names: HashSet<&str> = program.units.iter().map(|unit| unit.name.as_str()).collect();
    program.units.iter().all(|unit| {
        let Body::Graph(graph) = &unit.body else { return false };
        let mut actions = graph.blocks.iter().flat_map(|(_, block)| &block.actions);
        let is_there = |action: &Action| match &action.kind {
            ActionKind::Call { callee: Callee::Unit(name), .. } => names.contains(name.as_str()),
            _ => true,
        };
        unit.stage == Stage::Cfg && actions.all(is_there)
    })
}

/// The variables, by unit, that some action may assign.
fn assigned_variables(program: &Program, effects: &Effects) -> HashSet<(usize, VarId)> {
    let mut assigned = HashSet::new();
    for (index, unit) in program.units.iter().enumerate() {
        let Body::Graph(graph) = &unit.body else { continue };
        for action in graph.blocks.iter().flat_map(|(_, block)| &block.actions) {
            assigned.extend(action.kind.assigned_array().map(|var| (index, var)));
            match &action.kind {
                ActionKind::Assign { target, .. } => drop(assigned.insert((index, *target))),
                ActionKind::Call { callee, arguments, result, .. } => {
                    assigned.extend(result.map(|var| (index, var)));
                    for (at, argument) in arguments.iter().enumerate() {
                        if let Argument::Variable(var) | Argument::Array(var) | Argument::Element(var, _) = argument
                            && effects.may_assign(callee, at)
                        {
                            assigned.insert((index, *var));
                        }
                    }
                }
                ActionKind::Io(io) => assigned.extend(io.assigned_variables().map(|var| (index, var))),
                _ => {}
            }
        }
    }
    assigned
}

/// The elements of a variable as they are in the beginning, from the image of its component, which has this start.
fn runs(var: &Var, image: &[u8], start: u64) -> Option<Runs> {
    let size = var.ty.size();
    let begin = var.area.as_ref()?.offset.checked_sub(start)? as usize;
    let bytes = image.get(begin..begin + var.element_count()? as usize * size)?;
    let mut runs: Runs = Vec::new();
    let mut before: &[u8] = &[];
    for (index, element) in bytes.chunks_exact(size.max(1)).enumerate() {
        match runs.last_mut() {
            Some((_, count, _)) if before == element => *count += 1,
            _ => runs.push((index as u64, 1, Constant::from_bytes(var.ty, element)?)),
        }
        before = element;
    }
    Some(runs)
}
