//! Makes constants of the variables kept between executions that nothing assigns: tables, numbers of terms, physical
//! constants, given by DATA, BLOCK DATA or a declaration. All lanes share them.
//!
//! Such is a static variable, or a variable in an area, if no action assigns it, nor anything that overlaps it, nor
//! passes it to what may assign its dummy argument. A variable that is never assigned is zero.
//!
//! Requires: all units of the program; those at another stage than `cfg` are taken to assign all that they share.
//! Ensures: stage `cfg`. Keeps: results, which lanes fail. Invalidates: the divergence of values. Cost: O(size of the
//! program).
//!
//! ```text
//! var n: integer4 static varying s0 = 0 for 1: 3        becomes    var n: integer4 constant uniform s0 = 0 for 1: 3
//! y = call series(x, &table[], &n)                                 y = call series(x, &table[], &n)
//! ```

use crate::objects::{Access, Image, Member, Object, Objects, Runs, for_each_access, is_closed, is_dynamic};
use forlane_cfg::analysis::Effects;
use forlane_cfg::{AreaPlace, Constant, Program, Shape, Stage, Storage, Var, VarId};
use std::collections::HashSet;

/// A variable in an area that became a constant.
#[derive(Clone, Debug)]
pub struct AreaConstant {
    unit: usize,
    var: VarId,
    place: AreaPlace,
    /// Whether nothing gives it, or what overlaps it, an initial value.
    is_unset: bool,
}

impl AreaConstant {
    /// Puts the variable back to its place in the area, with the values that it has as a constant. The units of the
    /// program are those in which it was found, each with the same index.
    pub fn put_back(&self, program: &mut Program) {
        if let Some(var) = program.units.get_mut(self.unit).and_then(|unit| unit.vars.get_mut(self.var)) {
            (var.storage, var.area, var.shape) = (Storage::Area, Some(self.place.clone()), Shape::Varying);
            if self.is_unset {
                var.initial.clear();
            }
        }
    }

    /// The variable, by unit and variable, and its place in an area, if nothing sets it.
    pub(crate) fn unset(&self) -> Option<(Member, &AreaPlace)> {
        self.is_unset.then_some(((self.unit, self.var), &self.place))
    }
}

/// Makes constants of what nothing assigns; returns those that were in areas.
pub fn find_constants(program: &mut Program) -> Vec<AreaConstant> {
    let objects = Objects::compute(program);
    if objects.iter().next().is_none() {
        return Vec::new();
    }
    let is_closed = is_closed(program);
    let assigned = assigned_objects(program, &objects);
    let constant = |(_, object): &(usize, &Object)| {
        let is_graph = |unit: usize| program.units[unit].stage == Stage::Cfg;
        !is_dynamic(program, object)
            && object.members.iter().all(|(unit, _)| is_graph(*unit))
            && (is_closed || object.members.iter().all(|(unit, var)| program.units[*unit].vars[*var].area.is_none()))
    };
    let mut constants = Vec::new();
    for (_, object) in objects.iter().filter(|(id, _)| !assigned.contains(id)).filter(constant) {
        let (image, is_unset) = (object.image(), !object.has_initial_values(program));
        let runs = |(unit, var): &Member| initial_runs(&program.units[*unit].vars[*var], image.as_ref());
        let initial: Option<Vec<Runs>> = match (&image, object.values_of_all(program)) {
            (None, Some(values)) => Some(vec![values; object.members.len()]),
            _ => object.members.iter().map(runs).collect(),
        };
        let members = |initial: Vec<Runs>| object.members.iter().copied().zip(initial);
        let members = initial.into_iter().flat_map(members);
        constants.extend(members.map(|(member, runs)| (member, runs, is_unset)));
    }
    let mut of_areas = Vec::new();
    for ((unit, id), runs, is_unset) in constants {
        let var = &mut program.units[unit].vars[id];
        of_areas.extend(var.area.take().map(|place| AreaConstant { unit, var: id, place, is_unset }));
        (var.storage, var.shape, var.initial) = (Storage::Constant, Shape::Uniform, runs);
    }
    of_areas
}

/// The objects that some action may assign.
pub(crate) fn assigned_objects(program: &Program, objects: &Objects) -> HashSet<usize> {
    let effects = Effects::compute(program);
    let mut assigned = HashSet::new();
    for (index, unit) in program.units.iter().enumerate() {
        for action in unit.actions() {
            for_each_access(&action.kind, &effects, &mut |var, access| {
                if access == Access::Write {
                    assigned.extend(objects.of(index, var));
                }
            });
        }
    }
    assigned
}

/// The elements of a variable before anything is assigned; none if they are not constants of its type.
pub(crate) fn initial_runs(var: &Var, image: Option<&Image>) -> Option<Runs> {
    let Some(place) = &var.area else { return Some(var.initial.clone()) };
    let (start, image) = image?;
    let size = var.ty.size();
    let begin = place.offset.checked_sub(*start)? as usize;
    let bytes = image.get(begin..begin + var.element_count()? as usize * size)?;
    let elements = bytes.chunks_exact(size.max(1));
    runs_of(elements.map(|element| Constant::from_bytes(var.ty, element)))
}

/// Elements in runs of equal bits.
pub(crate) fn runs_of(elements: impl Iterator<Item = Option<Constant>>) -> Option<Runs> {
    let mut runs: Runs = Vec::new();
    let mut before = Vec::new();
    for (index, element) in elements.enumerate() {
        let bytes = element.as_ref()?.to_bytes();
        match runs.last_mut() {
            Some((_, count, _)) if before == bytes => *count += 1,
            _ => runs.push((index as u64, 1, element?)),
        }
        before = bytes;
    }
    Some(runs)
}
