//! The variables of COMMON blocks and modules that a program reads, though nothing sets them.
//!
//! Nothing that is reached assigns such a variable or what overlaps it, and nothing gives it an initial value, so it is
//! zero. Often a call is missing that its user is to make first, or a file with BLOCK DATA.

use crate::find_constants::{AreaConstant, assigned_objects};
use crate::objects::{Access, ObjectId, Objects, for_each_block_access, is_dynamic, reached_blocks};
use forlane_cfg::analysis::Effects;
use forlane_cfg::{AreaPlace, Body, Program, VarId, names};
use indexmap::IndexSet;
use std::collections::HashMap;

/// The names of these variables in the program of a kernel, at stage `cfg`: `/block/name` and `module::name`, in order
/// of their units. `whole` is the program that it is a part of, with variables that became constants.
pub fn unset_state(program: &Program, whole: &Program, constants: &[AreaConstant]) -> Vec<String> {
    let constants = constants.iter().filter_map(AreaConstant::unset);
    let constants: HashMap<(&str, VarId), &AreaPlace> =
        constants.map(|((unit, var), place)| ((whole.units[unit].name.as_str(), var), place)).collect();
    let objects = Objects::compute(program);
    let assigned = assigned_objects(program, &objects);
    let effects = Effects::compute(program);
    let mut found = IndexSet::new();
    for (index, blocks) in reached_blocks(program).iter().enumerate() {
        let unit = &program.units[index];
        let Body::Graph(graph) = &unit.body else { continue };
        for block in blocks {
            for_each_block_access(graph, *block, &effects, &mut |id, access| {
                let is_unset = |object: &ObjectId| {
                    let (is_assigned, object) = (assigned.contains(object), objects.get(*object));
                    !is_assigned && !object.has_initial_values(program) && !is_dynamic(program, object)
                };
                let var = &unit.vars[id];
                let place = match objects.of(index, id) {
                    Some(object) => var.area.as_ref().filter(|_| is_unset(&object)),
                    None => constants.get(&(unit.source_name(), id)).copied(),
                };
                if access == Access::Read {
                    found.extend(place.and_then(|place| shown(&var.name, place)));
                }
            });
        }
    }
    found.into_iter().collect()
}

/// The name of a variable in an area; none for what only EQUIVALENCE places there, or the compiler made.
fn shown(name: &str, place: &AreaPlace) -> Option<String> {
    if place.is_common() {
        return Some(format!("{}{}", place.area, name.rsplit('.').next().unwrap_or(name)));
    }
    let (module, name) = place.in_unit().filter(|(_, name)| !names::is_made(name))?;
    Some(format!("{module}::{name}"))
}
