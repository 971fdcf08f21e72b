//! What units access of areas, callees included.

use super::locations::{Bytes, bytes_in_area, overlaps};
use crate::objects::{Access, for_each_access, for_each_branch_access};
use forlane_cfg::analysis::Effects;
use forlane_cfg::{Body, Program, Unit};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Bytes of an area, by its number, as first and last.
type Place = (usize, u64, u64);

/// The variables of areas that each unit accesses itself or by calls.
pub(super) struct Touched<'a> {
    areas: &'a [String],
    /// Where the variables lie, in order.
    places: Vec<Place>,
    units: HashMap<String, Rc<OfUnit>>,
}

/// By numbers of places.
#[derive(Clone)]
struct OfUnit {
    accessed: Bits,
    assigned: Bits,
}

/// A set of small numbers.
#[derive(Clone)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    /// Adds those of another set; whether some are new.
    fn add(&mut self, other: &Bits) -> bool {
        let mut is_new = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            is_new |= *other & !*word != 0;
            *word |= other;
        }
        is_new
    }
}

impl<'a> Touched<'a> {
    /// Those in some of the areas.
    pub fn compute(program: &Program, effects: &Effects, areas: &'a [String]) -> Touched<'a> {
        if areas.is_empty() {
            return Touched { areas, places: Vec::new(), units: HashMap::new() };
        }
        let own: Vec<Vec<(Place, bool)>> = program.units.iter().map(|unit| accessed(unit, effects, areas)).collect();
        let places: BTreeSet<Place> = own.iter().flatten().map(|(place, _)| *place).collect();
        let places: Vec<Place> = places.into_iter().collect();
        let mut units: Vec<OfUnit> = own
            .iter()
            .map(|own| {
                let none = Bits(vec![0; places.len().div_ceil(64)]);
                let mut of_unit = OfUnit { accessed: none.clone(), assigned: none };
                for (place, is_assigned) in own {
                    let Ok(number) = places.binary_search(place) else { continue };
                    of_unit.accessed.insert(number);
                    if *is_assigned {
                        of_unit.assigned.insert(number);
                    }
                }
                of_unit
            })
            .collect();
        let numbers: HashMap<&str, usize> =
            program.units.iter().enumerate().map(|(number, unit)| (unit.name.as_str(), number)).collect();
        let callees = |unit: &Unit| -> Vec<usize> {
            let callees = effects.of(&unit.name).into_iter().flat_map(|effects| &effects.callees);
            callees.filter_map(|name| numbers.get(name.as_str()).copied()).collect()
        };
        let callees: Vec<Vec<usize>> = program.units.iter().map(callees).collect();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            // Sources mostly have callees after those who call them.
            for (caller, callees) in callees.iter().enumerate().rev() {
                for callee in callees.iter().filter(|callee| **callee != caller) {
                    let Ok([caller, callee]) = units.get_disjoint_mut([caller, *callee]) else { continue };
                    is_changed |= caller.accessed.add(&callee.accessed) | caller.assigned.add(&callee.assigned);
                }
            }
        }
        let names = program.units.iter().map(|unit| unit.name.clone());
        Touched { areas, places, units: names.zip(units.into_iter().map(Rc::new)).collect() }
    }

    /// Says that a unit was made after these were computed, and accesses what another one does.
    pub fn add_copy(&mut self, copy: &str, of: &str) {
        if let Some(accessed) = self.units.get(of).map(Rc::clone) {
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
            let touched = if is_assigned { &of_unit?.accessed } else { &of_unit?.assigned };
            let mut of_area = self.of_area(index);
            let is_touched = |(number, (_, first, end)): (usize, &Place)| {
                overlaps(bytes, &(*first..*end)) && touched.contains(number)
            };
            of_area.any(is_touched).then(|| (area.clone(), bytes.start, bytes.end))
        })
    }

    /// For each area of which a unit accesses variables, the bytes from the first to the last one.
    pub fn all(&self, unit: &str) -> impl Iterator<Item = (String, u64, u64)> {
        let of_unit = self.units.get(unit);
        self.areas.iter().enumerate().filter_map(move |(index, area)| {
            let accessed = &of_unit?.accessed;
            let own = || self.of_area(index).filter(|(number, _)| accessed.contains(*number)).map(|(_, place)| place);
            let (first, end) = (own().map(|place| place.1).min()?, own().map(|place| place.2).max()?);
            Some((area.clone(), first, end))
        })
    }

    /// The numbers and bytes of variables in an area.
    fn of_area(&self, area: usize) -> impl Iterator<Item = (usize, &Place)> {
        let first = self.places.partition_point(|place| place.0 < area);
        self.places.iter().enumerate().skip(first).take_while(move |(_, place)| place.0 == area)
    }
}

/// What a unit accesses itself, and passes to others; whether it may be assigned.
fn accessed(unit: &Unit, effects: &Effects, areas: &[String]) -> Vec<(Place, bool)> {
    let mut found = Vec::new();
    let Body::Graph(graph) = &unit.body else { return found };
    let mut see = |var, access: Access| {
        let var = &unit.vars[var];
        let Some(place) = &var.area else { return };
        let Some(area) = areas.iter().position(|area| *area == place.area) else { return };
        let Some(bytes) = bytes_in_area(var) else { return };
        found.push(((area, place.offset, place.offset + bytes), access == Access::Write));
    };
    for (_, block) in graph.blocks.iter() {
        block.actions.iter().for_each(|action| for_each_access(&action.kind, effects, &mut see));
        for_each_branch_access(&block.terminator, &mut see);
    }
    found
}
