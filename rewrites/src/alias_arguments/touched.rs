//! What units access of areas, callees included.

use super::locations::{Bytes, bytes_in_area, overlaps};
use crate::objects::{Access, for_each_access, for_each_branch_access};
use forlane_cfg::analysis::Effects;
use forlane_cfg::{Body, Program, Unit};
use std::collections::{BTreeMap, HashMap};

/// By area, by first and last byte of a variable: whether it may be assigned.
type OfUnit = BTreeMap<(usize, u64, u64), bool>;

/// The variables of areas that each unit accesses itself or by calls.
pub(super) struct Touched<'a> {
    areas: &'a [String],
    units: HashMap<String, OfUnit>,
}

impl<'a> Touched<'a> {
    /// Those in some of the areas.
    pub fn compute(program: &Program, effects: &Effects, areas: &'a [String]) -> Touched<'a> {
        if areas.is_empty() {
            return Touched { areas, units: HashMap::new() };
        }
        let mut of_units: Vec<OfUnit> = program.units.iter().map(|unit| own(unit, effects, areas)).collect();
        let index: HashMap<&str, usize> =
            program.units.iter().enumerate().map(|(index, unit)| (unit.name.as_str(), index)).collect();
        let calls: Vec<Vec<usize>> = program
            .units
            .iter()
            .map(|unit| {
                let callees = effects.of(&unit.name).into_iter().flat_map(|effects| &effects.callees);
                callees.filter_map(|name| index.get(name.as_str()).copied()).collect()
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (caller, callees) in calls.iter().enumerate() {
                for callee in callees.iter().filter(|callee| **callee != caller) {
                    for (bytes, is_assigned) in of_units[*callee].clone() {
                        let known = of_units[caller].insert(bytes, is_assigned);
                        if known == Some(true) {
                            of_units[caller].insert(bytes, true);
                        }
                        changed |= known.is_none() || known == Some(false) && is_assigned;
                    }
                }
            }
        }
        let names = program.units.iter().map(|unit| unit.name.clone());
        Touched { areas, units: names.zip(of_units).collect() }
    }

    /// Says that a unit was made after these were computed, and accesses what another one does.
    pub fn add_copy(&mut self, copy: &str, of: &str) {
        if let Some(accessed) = self.units.get(of).cloned() {
            self.units.insert(copy.to_owned(), accessed);
        }
    }

    /// The bytes of areas among these that a unit accesses, of those that it assigns, or of all if what is passed is
    /// assigned.
    pub fn overlapping(
        &self,
        unit: &str,
        passed: &[(String, Bytes)],
        is_assigned: bool,
    ) -> impl Iterator<Item = (String, u64, u64)> {
        let of_unit = self.units.get(unit);
        passed.iter().filter_map(move |(area, bytes)| {
            let index = self.areas.iter().position(|known| known == area)?;
            let is_touched = |((of, first, end), assigned): (&(usize, u64, u64), &bool)| {
                *of == index && (is_assigned || *assigned) && overlaps(bytes, &(*first..*end))
            };
            of_unit?.iter().any(is_touched).then(|| (area.clone(), bytes.start, bytes.end))
        })
    }
}

/// What a unit accesses itself, and passes to others.
fn own(unit: &Unit, effects: &Effects, areas: &[String]) -> OfUnit {
    let mut found = OfUnit::new();
    let Body::Graph(graph) = &unit.body else { return found };
    let mut see = |var, access: Access| {
        let var = &unit.vars[var];
        let Some(place) = &var.area else { return };
        let Some(area) = areas.iter().position(|area| *area == place.area) else { return };
        let Some(bytes) = bytes_in_area(var) else { return };
        *found.entry((area, place.offset, place.offset + bytes)).or_default() |= access == Access::Write;
    };
    for (_, block) in graph.blocks.iter() {
        block.actions.iter().for_each(|action| for_each_access(&action.kind, effects, &mut see));
        for_each_branch_access(&block.terminator, &mut see);
    }
    found
}
