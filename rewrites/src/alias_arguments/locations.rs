//! Where what a call passes is in memory.

use super::Known;
use crate::memory::cells::split;
use forlane_cfg::areas::DESCRIPTOR_BYTES;
use forlane_cfg::{Argument, IntegerExpr, Storage, Unit, Var, VarId};
use std::collections::BTreeSet;
use std::ops::Range;

/// Bytes of an area.
pub(super) type Bytes = Range<u64>;

/// What else a dummy argument may be.
#[derive(Clone, Debug, Default)]
pub(super) struct Aliases {
    /// The first of the dummy arguments of which each may be each other, by its place among the arguments.
    pub first: Option<usize>,
    /// Bytes of areas, as first and last.
    pub areas: BTreeSet<(String, u64, u64)>,
}

/// Where something that is passed lies.
#[derive(Clone, Debug)]
pub(super) struct Location<'a> {
    /// The variable of the caller, and the dummy arguments of which one is that variable.
    var: VarId,
    group: Option<usize>,
    /// The bytes of areas in which it may lie.
    pub areas: Vec<(String, Bytes)>,
    part: Part<'a>,
    /// It goes to a scalar.
    is_scalar: bool,
}

/// What of a variable is passed.
#[derive(Clone, Copy, Debug)]
enum Part<'a> {
    /// All of it.
    Whole,
    /// From an element on: what is added to a constant for its offset, that constant, and how many, if that is known.
    From(Option<&'a IntegerExpr>, i64, Option<u64>),
}

/// Parts of an array whose lengths are not known are taken to overlap if they begin fewer elements apart. Work arrays
/// are divided into longer parts.
const NEAR: u64 = 8;

impl<'a> Location<'a> {
    /// That of an argument; none for a value, or what becomes one. `known` says what the caller's own dummy arguments
    /// may be.
    pub fn of(caller: &Unit, known: Option<&Known>, argument: &'a Argument, dummy: &Var) -> Option<Location<'a>> {
        let var = argument.referenced()?;
        let data = &caller.vars[var];
        if data.is_promotable() || data.storage == Storage::Constant {
            return None;
        }
        let is_scalar = dummy.array.is_none();
        let count = dummy.element_count().map(|count| count.saturating_mul(dummy.ty.size() as u64));
        let count = count.map(|bytes| bytes.div_ceil(data.ty.size() as u64));
        let part = match argument {
            Argument::Element(_, offset) => {
                let (core, first) = split(offset);
                Part::From(core, first, count)
            }
            _ => Part::Whole,
        };
        let mut location = Location { var, group: None, areas: Vec::new(), part, is_scalar };
        if let (Some(place), Some(bytes)) = (&data.area, bytes_of(data, part, dummy)) {
            let bytes = place.offset + bytes.start..place.offset + bytes.end;
            location.areas.push((place.area.clone(), bytes));
        }
        let own = caller.dummies.iter().position(|dummy| *dummy == var);
        if let Some(aliases) = own.zip(known).and_then(|(at, known)| known[at].as_ref()) {
            location.group = aliases.first;
            let areas = aliases.areas.iter().map(|(area, first, end)| (area.clone(), *first..*end));
            location.areas.extend(areas);
        }
        Some(location)
    }

    /// Whether it and another of the same call have a byte in common, as far as the offsets say.
    pub fn may_be(&self, other: &Location<'_>) -> bool {
        if self.var == other.var {
            return match (self.part, other.part) {
                (Part::Whole, Part::Whole) => true,
                (Part::Whole, Part::From(core, first, _)) => other.is_scalar || core.is_none() && is_near(first, None),
                (Part::From(core, first, _), Part::Whole) => self.is_scalar || core.is_none() && is_near(first, None),
                (Part::From(core, ..), Part::From(other_core, ..)) if core != other_core => {
                    self.is_scalar && other.is_scalar
                }
                (Part::From(_, first, count), Part::From(_, other_first, other_count)) => {
                    let distance = first.saturating_sub(other_first);
                    is_near(distance, if distance < 0 { count } else { other_count })
                }
            };
        }
        let is_in_group = self.group.is_some() && self.group == other.group;
        let overlap = |(area, bytes): &(String, Bytes)| {
            other.areas.iter().any(|(name, others)| name == area && overlaps(bytes, others))
        };
        is_in_group || self.areas.iter().any(overlap)
    }
}

/// Whether a part reaches another one that begins so many elements after it.
fn is_near(distance: i64, count: Option<u64>) -> bool {
    distance.unsigned_abs() < count.unwrap_or(NEAR)
}

/// Whether two ranges have a byte in common.
pub(super) fn overlaps(one: &Bytes, other: &Bytes) -> bool {
    one.start < other.end && other.start < one.end
}

/// The bytes that a variable has in its area; of an array of dynamic length those of its descriptor stand for it.
pub(super) fn bytes_in_area(var: &Var) -> Option<u64> {
    if var.is_dynamic() { Some(DESCRIPTOR_BYTES) } else { var.element_count()?.checked_mul(var.ty.size() as u64) }
}

/// The bytes of a variable in its area that a part of it may have, for a dummy argument.
fn bytes_of(var: &Var, part: Part<'_>, dummy: &Var) -> Option<Bytes> {
    let all = 0..bytes_in_area(var)?;
    let Part::From(None, first, _) = part else { return Some(all) };
    if var.is_dynamic() {
        return Some(all);
    }
    let first = u64::try_from(first).ok()?;
    let start = first.checked_mul(var.ty.size() as u64)?;
    let length = dummy.element_count().and_then(|count| count.checked_mul(dummy.ty.size() as u64));
    Some(start..length.and_then(|length| start.checked_add(length)).unwrap_or(all.end))
}
