//! Rules of storage that units share: areas, and the static variables of units of one origin.
//!
//! Generated code trusts the addresses and lengths of arrays of dynamic length, and that each unit means the same
//! memory by a static variable; so no unit may let another see these as something else.

use super::{Checker, ProgramFacts};
use crate::text::UnitPart;
use crate::unit::{Storage, Unit, Var, VarId};
use forlane_semantics::types::Constant;

impl Checker<'_> {
    /// All rules of this file.
    pub(super) fn shared_storage(&mut self, facts: &ProgramFacts<'_>) {
        let own = self.unit;
        let is_relative = |unit: &&Unit| unit.source_name() == own.source_name() && unit.name != own.name;
        let relatives: Vec<&Unit> = facts.program.units.iter().filter(is_relative).collect();
        for (id, var) in own.vars.iter() {
            match var.storage {
                Storage::Area => self.area_overlap(id, var, facts),
                Storage::Static => self.static_origin(id, var, &relatives),
                _ => {}
            }
        }
    }

    /// Rule `area-overlap`.
    fn area_overlap(&mut self, id: VarId, var: &Var, facts: &ProgramFacts<'_>) {
        let Some(place) = &var.area else { return };
        let area = facts.areas.get(&place.area);
        let Some(component) = area.and_then(|area| area.component(place.offset)) else { return };
        let Some((unit, first)) = component.dynamic else { return };
        let Some(unit) = facts.program.units.get(unit) else { return };
        let Some(first) = unit.vars.get(first) else { return };
        if !var.is_dynamic() || var.ty != first.ty || var.area != first.area {
            let message = format!("it overlaps {} of {}, an array of dynamic length", first.name, unit.name);
            self.error("area-overlap", UnitPart::Var(id), message);
        }
    }

    /// Rule `static-origin`.
    fn static_origin(&mut self, id: VarId, var: &Var, relatives: &[&Unit]) {
        let mut others = relatives.iter().filter_map(|unit| Some((unit, var_at(unit, id)?)));
        let differs = |other: &Var| other.storage == Storage::Static && !is_same_storage(other, var);
        if let Some((unit, other)) = others.find(|(_, other)| differs(other)) {
            let message =
                format!("{} of {} is the same variable, and is another type, length or start", other.name, unit.name);
            self.error("static-origin", UnitPart::Var(id), message);
        }
    }
}

/// The variable of another unit in the place of that one: ids of one arena name nothing in another.
fn var_at(unit: &Unit, id: VarId) -> Option<&Var> {
    unit.vars.iter().nth(id.index()).map(|(_, var)| var)
}

/// Whether two variables take as much memory, as elements of one type, and start alike.
fn is_same_storage(one: &Var, other: &Var) -> bool {
    let bytes = |var: &Var| -> Vec<(u64, u64, Vec<u8>)> {
        let run = |(first, count, value): &(u64, u64, Constant)| (*first, *count, value.to_bytes());
        var.initial.iter().map(run).collect()
    };
    one.ty == other.ty && one.array == other.array && bytes(one) == bytes(other)
}
