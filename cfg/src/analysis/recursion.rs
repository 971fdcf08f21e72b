//! Which units call themselves, directly or through others, and how deep their calls may nest in a kernel.
//!
//! The bound is a number of calls. It depends on nothing but the program, so that a row that recurses too deep fails at
//! the same call, no matter what else runs beside it. Whoever runs the rows has stack for as many.

use crate::analysis::components::components;
use crate::areas::DESCRIPTOR_BYTES;
use crate::graph::ActionKind;
use crate::unit::{ArrayLength, Storage, Unit};
use indexmap::{IndexMap, IndexSet};

/// The recursive units of a program.
#[derive(Clone, Debug, Default)]
pub struct Recursion {
    units: IndexSet<String>,
    /// The most bytes that the local arrays of one of them take.
    local_bytes: u64,
}

impl Recursion {
    /// The most calls of recursive units that a row may be in at once, unless another number is requested.
    pub const MOST_CALLS: u32 = 4096;

    /// The most bytes that the local arrays of all these calls may take: the usual stack of a Fortran program.
    pub const MOST_BYTES: u64 = 8 << 20;

    /// Finds them at any stage.
    pub fn compute<'u>(units: impl IntoIterator<Item = &'u Unit>) -> Recursion {
        let units: IndexMap<&str, &Unit> = units.into_iter().map(|unit| (unit.name.as_str(), unit)).collect();
        let callees: Vec<Vec<usize>> = units.values().map(|unit| callees(unit, &units)).collect();
        let mut recursion = Recursion::default();
        for group in components(&callees) {
            if group.len() > 1 || callees[group[0]].contains(&group[0]) {
                group.into_iter().for_each(|unit| recursion.add(units[unit]));
            }
        }
        recursion
    }

    fn add(&mut self, unit: &Unit) {
        self.units.insert(unit.name.clone());
        self.local_bytes = self.local_bytes.max(local_bytes(unit));
    }

    /// Whether the unit of that name is recursive.
    pub fn contains(&self, name: &str) -> bool {
        self.units.contains(name)
    }

    /// Whether no unit is.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// How many calls of recursive units a row may be in at once, where at most `wanted` are requested: fewer if their
    /// local arrays took more than [`Recursion::MOST_BYTES`].
    pub fn most_calls(&self, wanted: u32) -> u32 {
        let fitting = Recursion::MOST_BYTES / self.local_bytes.max(1);
        if self.is_empty() { 0 } else { wanted.min(u32::try_from(fitting).unwrap_or(u32::MAX)) }
    }
}

fn callees(unit: &Unit, units: &IndexMap<&str, &Unit>) -> Vec<usize> {
    let calls = unit.actions().filter_map(|action| match &action.kind {
        ActionKind::Call { callee, .. } => callee.unit(),
        _ => None,
    });
    calls.filter_map(|name| units.get_index_of(name)).collect()
}

/// The bytes of a unit's local arrays in one lane.
fn local_bytes(unit: &Unit) -> u64 {
    let locals = unit.vars.iter().map(|(_, var)| var).filter(|var| var.storage == Storage::Local);
    let bytes = locals.map(|var| match var.array {
        None | Some(ArrayLength::Actual) => 0,
        Some(ArrayLength::Constant(length)) => length.saturating_mul(var.ty.size() as u64),
        Some(ArrayLength::Dynamic) => DESCRIPTOR_BYTES,
    });
    bytes.fold(0, u64::saturating_add)
}
