//! Which arrays of dynamic length executing each unit may free, through the calls that it makes, and so which arrays a
//! call has to hold: those of which it passes the address to a callee that may free them.
//!
//! ```text
//! (host)   call s(&a[], &a[])          the call holds a
//! (s)      dummies x, a                x: real8[*], a: real8[:]
//!              free a                  fails, since a has elements
//! ```
//!
//! Two names of a unit may stand for one array if neither is local and one of them is a dummy argument, or both lie in
//! one area. A local array of another execution of the unit is reached by dummy arguments only.

use crate::graph::{ActionKind, Argument, Callee, handed_along};
use crate::transfer::IoKind;
use crate::unit::{ArrayLength, Storage, Unit, VarId};
use indexmap::{IndexMap, IndexSet};

/// What the units of a program may free. Of a callee that is not among them everything is assumed.
#[derive(Clone, Debug, Default)]
pub struct Frees {
    units: IndexMap<String, UnitFrees>,
    holds: bool,
}

/// What executing one unit may free, its callees included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct UnitFrees {
    /// Which dummy arguments are arrays of dynamic length.
    is_dynamic: Vec<bool>,
    /// The arrays of its callers.
    arrays: IndexSet<Freed>,
    /// It may call something that is not known.
    calls_unknown: bool,
}

/// An array as the callers of a unit know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Freed {
    /// The dummy argument of that number.
    Dummy(usize),
    /// One in the area of that name.
    Area(String),
    /// A static variable of the unit of that name in the source.
    Static(String, VarId),
}

/// A call.
struct Call<'u> {
    callee: &'u Callee,
    arguments: &'u [Argument],
}

fn calls(unit: &Unit) -> Vec<Call<'_>> {
    let calls = unit.actions().filter_map(|action| match &action.kind {
        ActionKind::Call { callee, arguments, .. } => Some(Call { callee, arguments }),
        _ => None,
    });
    calls.collect()
}

impl Frees {
    /// Computes them at any stage, by going round until nothing changes.
    pub fn compute<'u>(units: impl IntoIterator<Item = &'u Unit>) -> Frees {
        let units: Vec<(&Unit, Vec<Call<'_>>)> = units.into_iter().map(|unit| (unit, calls(unit))).collect();
        let own = units.iter().map(|(unit, _)| (unit.name.clone(), UnitFrees::of(unit)));
        let mut frees = Frees { units: own.collect(), holds: false };
        let mut changed = true;
        while changed {
            changed = false;
            for (unit, calls) in &units {
                changed |= frees.absorb(unit, calls);
            }
        }
        let holds = |(unit, calls): &(&Unit, Vec<Call<'_>>)| {
            writes_to_dynamic(unit)
                || calls.iter().any(|call| !frees.held(unit, call.callee, call.arguments).is_empty())
        };
        frees.holds = units.iter().any(holds);
        frees
    }

    /// The arrays of a unit that a call must hold, since the callee may free them.
    pub fn held(&self, unit: &Unit, callee: &Callee, arguments: &[Argument]) -> IndexSet<VarId> {
        let known = callee.unit().and_then(|name| self.units.get(name));
        let takes_address = |at: usize| {
            let is_dynamic = known.and_then(|known| known.is_dynamic.get(at));
            !is_dynamic.is_some_and(|is_dynamic| *is_dynamic)
        };
        let lent = arguments.iter().enumerate().filter(|(at, _)| takes_address(*at));
        let lent = lent.filter_map(|(_, argument)| dynamic_array(unit, argument));
        let may_free = |array: &VarId| match known {
            Some(known) if !known.calls_unknown && handed_along(arguments).next().is_none() => {
                known.arrays.iter().any(|freed| may_be(unit, *array, freed, arguments))
            }
            _ => true,
        };
        lent.filter(may_free).collect()
    }

    /// Whether anything holds an array: if nothing does, freeing does not fail.
    pub fn holds(&self) -> bool {
        self.holds
    }

    /// Adds to a unit what its callees free; says whether that changed anything.
    fn absorb(&mut self, unit: &Unit, calls: &[Call<'_>]) -> bool {
        let Some(before) = self.units.get(&unit.name) else { return false };
        let mut after = before.clone();
        for Call { callee, arguments } in calls {
            let Some(known) = callee.unit().and_then(|name| self.units.get(name)) else {
                after.calls_unknown = true;
                continue;
            };
            after.calls_unknown |= known.calls_unknown || handed_along(arguments).next().is_some();
            for freed in &known.arrays {
                after.arrays.extend(match freed {
                    Freed::Dummy(at) => arguments.get(*at).and_then(|argument| freed_by_callee(unit, argument)),
                    elsewhere => Some(elsewhere.clone()),
                });
            }
        }
        let changed = *before != after;
        self.units.insert(unit.name.clone(), after);
        changed
    }
}

impl UnitFrees {
    /// What a unit frees itself.
    fn of(unit: &Unit) -> UnitFrees {
        let is_dynamic = |dummy: &VarId| unit.vars[*dummy].array == Some(ArrayLength::Dynamic);
        let freed = unit.actions().filter_map(|action| match &action.kind {
            ActionKind::Allocate { array, .. } | ActionKind::Deallocate { array } => name_outside(unit, *array),
            // Of calls it is what their callees free.
            ActionKind::ScopeEntry(_)
            | ActionKind::ScopeExit(_)
            | ActionKind::Assign { .. }
            | ActionKind::Define { .. }
            | ActionKind::Store { .. }
            | ActionKind::StoreText { .. }
            | ActionKind::Array(_)
            | ActionKind::Call { .. }
            | ActionKind::Io(_) => None,
        });
        let arrays = freed.collect();
        UnitFrees { is_dynamic: unit.dummies.iter().map(is_dynamic).collect(), arrays, calls_unknown: false }
    }
}

/// What an array is outside of its unit; none for a local one.
fn name_outside(unit: &Unit, array: VarId) -> Option<Freed> {
    let var = &unit.vars[array];
    match var.storage {
        Storage::Dummy => unit.dummies.iter().position(|dummy| *dummy == array).map(Freed::Dummy),
        Storage::Area => var.area.as_ref().map(|place| Freed::Area(place.area.clone())),
        Storage::Static => Some(Freed::Static(unit.source_name().to_owned(), array)),
        Storage::Local | Storage::Result | Storage::Constant | Storage::Procedure => None,
    }
}

/// What a unit frees if a callee frees this argument.
fn freed_by_callee(unit: &Unit, argument: &Argument) -> Option<Freed> {
    dynamic_array(unit, argument).and_then(|array| name_outside(unit, array))
}

fn dynamic_array(unit: &Unit, argument: &Argument) -> Option<VarId> {
    let (Argument::Array(array) | Argument::Element(array, _)) = argument else { return None };
    (unit.vars[*array].array == Some(ArrayLength::Dynamic)).then_some(*array)
}

/// Whether an array of a unit may be one that the callee frees, with these arguments.
fn may_be(unit: &Unit, array: VarId, freed: &Freed, arguments: &[Argument]) -> bool {
    let own = name_outside(unit, array);
    let other = match freed {
        Freed::Dummy(at) => match arguments.get(*at).and_then(|argument| dynamic_array(unit, argument)) {
            Some(other) if other == array => return true,
            Some(other) => name_outside(unit, other),
            None => return false,
        },
        elsewhere => Some(elsewhere.clone()),
    };
    match (own, other) {
        (None, _) | (_, None) => false,
        (Some(Freed::Dummy(_)), _) | (_, Some(Freed::Dummy(_))) => true,
        (one, other) => one == other,
    }
}

/// Whether a unit writes to an internal file in an array of dynamic length.
fn writes_to_dynamic(unit: &Unit) -> bool {
    unit.actions().any(|action| match &action.kind {
        ActionKind::Io(io) if io.kind == IoKind::WriteInternal => {
            io.objects.iter().any(|object| dynamic_array(unit, object).is_some())
        }
        _ => false,
    })
}
