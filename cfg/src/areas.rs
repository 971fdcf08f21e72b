//! The areas of a program: their sizes and initial images, and the parts of which they are made.
//!
//! Variables of all units that overlap form a *component*. Memory between components is not accessed, so each can be
//! laid out for itself: one whose variables all have elements of one size is made of such elements.

use crate::unit::{ArrayLength, Program, Storage, Unit, VarId};
use forlane_semantics::types::Constant;
use indexmap::IndexMap;
use std::ops::Range;

/// The areas of a program by name, in order of their first variable.
#[derive(Clone, Debug, Default)]
pub struct Areas {
    areas: IndexMap<String, Area>,
}

/// An area.
#[derive(Clone, Debug, Default)]
pub struct Area {
    /// Its size: the largest end of a variable in it.
    pub bytes: u64,
    /// The components, in order.
    pub components: Vec<Component>,
}

/// The bytes that an array of dynamic length takes in its area: its address and its number of elements, of one size.
pub const DESCRIPTOR_BYTES: u64 = 16;

/// A run of equal initial values: the first byte in the area, the number of values, one as it is in memory.
type Image = (u64, u64, Vec<u8>);

/// A part of an area that no variable crosses the ends of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its bytes in the area.
    pub range: Range<u64>,
    /// The size of the elements of which it is made, if that of all variables in it is the same.
    pub element: Option<u64>,
    /// The variables in it, by unit and variable.
    pub members: Vec<(usize, VarId)>,
    /// The first of them that is an array of dynamic length.
    pub dynamic: Option<(usize, VarId)>,
    /// The initial values in it.
    images: Vec<Image>,
}

impl Areas {
    /// Finds the areas of all units of a program, also of those that are never called: their initial values count.
    pub fn compute(program: &Program) -> Areas {
        let units: Vec<&Unit> = program.units.iter().collect();
        Areas::of_units(&units)
    }

    /// As [`Areas::compute`], for a program of these units.
    pub fn of_units(units: &[&Unit]) -> Areas {
        let mut found: IndexMap<String, (Area, Vec<Component>)> = IndexMap::new();
        for (index, unit) in units.iter().enumerate() {
            for (id, var) in unit.vars.iter().filter(|(_, var)| var.storage == Storage::Area) {
                let Some(place) = &var.area else { continue };
                let size = var.ty.size() as u64;
                let is_dynamic = var.array == Some(ArrayLength::Dynamic);
                let bytes = match is_dynamic {
                    true => DESCRIPTOR_BYTES,
                    false => var.element_count().unwrap_or(0).saturating_mul(size),
                };
                let range = place.offset..place.offset.saturating_add(bytes);
                let (area, parts) = found.entry(place.area.clone()).or_default();
                area.bytes = area.bytes.max(range.end);
                let image = |(first, count, value): &(u64, u64, Constant)| {
                    (place.offset.saturating_add(first.saturating_mul(size)), *count, value.to_bytes())
                };
                let images = var.initial.iter().map(image).collect();
                let element = Some(if is_dynamic { DESCRIPTOR_BYTES / 2 } else { size });
                let dynamic = is_dynamic.then_some((index, id));
                parts.push(Component { range, element, members: vec![(index, id)], dynamic, images });
            }
        }
        let finish = |(name, (mut area, parts)): (String, (Area, Vec<Component>))| {
            area.components = join_overlapping(parts);
            (name, area)
        };
        Areas { areas: found.into_iter().map(finish).collect() }
    }

    /// The areas with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Area)> {
        self.areas.iter().map(|(name, area)| (name.as_str(), area))
    }

    /// An area.
    pub fn get(&self, name: &str) -> Option<&Area> {
        self.areas.get(name)
    }
}

impl Area {
    /// The component in which a byte of the area lies.
    pub fn component(&self, offset: u64) -> Option<&Component> {
        let after = self.components.partition_point(|component| component.range.start <= offset);
        self.components.get(after.checked_sub(1)?)
    }
}

impl Component {
    /// Whether something in it has an initial value.
    pub fn has_image(&self) -> bool {
        self.images.iter().any(|(_, count, _)| *count > 0)
    }

    /// Whether anything has a value at the beginning; else all bytes are zero.
    pub fn has_values(&self) -> bool {
        !self.images.is_empty()
    }

    /// Its initial bytes; what has no initial value is zero.
    pub fn image(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.range.end.saturating_sub(self.range.start) as usize];
        for (first, count, value) in &self.images {
            let begin = first.saturating_sub(self.range.start) as usize;
            let run = bytes.get_mut(begin..).unwrap_or_default();
            let run = run.chunks_exact_mut(value.len().max(1)).take(*count as usize);
            run.for_each(|element| element.copy_from_slice(value));
        }
        bytes
    }
}

/// Joins what overlaps. Variables without elements touch nothing.
fn join_overlapping(mut parts: Vec<Component>) -> Vec<Component> {
    parts.sort_by_key(|part| (part.range.start, part.range.end));
    let mut joined: Vec<Component> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if last.range.end > part.range.start || last.range.start == part.range.start => {
                last.range.end = last.range.end.max(part.range.end);
                if last.element != part.element {
                    last.element = None;
                }
                last.members.extend(part.members);
                last.dynamic = last.dynamic.or(part.dynamic);
                last.images.extend(part.images);
            }
            _ => joined.push(part),
        }
    }
    joined
}
