//! The areas of a program, as each lane has them: bytes, which variables of several types can look at.

use super::memory::{Memory, Object, Reference};
use super::scalar::Scalar;
use forlane_cfg::areas::Areas;
use forlane_cfg::unit::{ArrayLength, Program, Storage, Var, VarId};
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};
use indexmap::IndexMap;

/// Allocates the areas with their initial images; returns what each variable in them denotes, by unit and variable.
pub(super) fn allocate_areas(program: &Program, memory: &mut Memory) -> Vec<((usize, VarId), Reference)> {
    let areas = Areas::compute(program);
    let mut objects: IndexMap<&str, usize> = IndexMap::new();
    for (name, area) in areas.iter() {
        let mut bytes = vec![0; area.bytes as usize];
        for component in &area.components {
            if let Some(part) = bytes.get_mut(component.range.start as usize..component.range.end as usize) {
                part.copy_from_slice(&component.image());
            }
        }
        objects.insert(name, memory.allocate(Object::Bytes(bytes)).object);
    }
    let mut arrays: IndexMap<(&str, u64), Reference> = IndexMap::new();
    let mut places = Vec::new();
    for (index, unit) in program.units.iter().enumerate() {
        for (id, variable) in unit.vars.iter().filter(|(_, variable)| variable.storage == Storage::Area) {
            let Some(place) = &variable.area else { continue };
            if variable.array == Some(ArrayLength::Dynamic) {
                // It shares its area with the same array of other units alone.
                let key = (place.area.as_str(), place.offset);
                let run = arrays.entry(key).or_insert_with(|| memory.allocate(Object::Private(Vec::new())));
                places.push(((index, id), Reference { is_dynamic: true, ..*run }));
                continue;
            }
            let Some(&object) = objects.get(place.area.as_str()) else { continue };
            let (offset, length) = (place.offset as usize, length_of(variable));
            let view = Some(variable.ty);
            places.push(((index, id), Reference { object, offset, length, view, cast: None, is_dynamic: false }));
        }
    }
    places
}

fn length_of(variable: &Var) -> usize {
    variable.element_count().unwrap_or(0) as usize
}

impl Scalar {
    /// The bytes as which it is in memory.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let real = |kind, value| Constant::Real(kind, value).to_bytes();
        match self {
            // NaNs keep their bits.
            Scalar::Real4(value) => value.to_ne_bytes().to_vec(),
            Scalar::Real8(value) => real(RealKind::R8, value),
            Scalar::Logical(value) => Constant::Logical(value).to_bytes(),
            Scalar::Integer1(value) => vec![value as u8],
            Scalar::Integer2(value) => value.to_ne_bytes().to_vec(),
            Scalar::Integer4(value) => value.to_ne_bytes().to_vec(),
            Scalar::Integer8(value) => value.to_ne_bytes().to_vec(),
        }
    }

    /// What is in memory as a value of another type of the same size; none for another size.
    pub(super) fn reinterpret(self, ty: Type) -> Option<Scalar> {
        if self.ty() == ty { Some(self) } else { Scalar::from_bytes(ty, &self.to_bytes()) }
    }

    /// What bytes in memory are as a value of a type; a LOGICAL is true unless it is zero.
    pub(super) fn from_bytes(ty: Type, bytes: &[u8]) -> Option<Scalar> {
        let integer = |kind| {
            let mut wide = [if bytes.last().is_some_and(|last| *last >= 0x80) { 0xff } else { 0 }; 8];
            wide[..bytes.len()].copy_from_slice(bytes);
            Scalar::integer(kind, i64::from_le_bytes(wide))
        };
        if bytes.len() != ty.size() {
            return None;
        }
        Some(match ty {
            Type::Integer(kind) => integer(kind),
            Type::Real(RealKind::R4) => Scalar::Real4(f32::from_ne_bytes(bytes.try_into().ok()?)),
            Type::Real(RealKind::R8) => Scalar::Real8(f64::from_ne_bytes(bytes.try_into().ok()?)),
            Type::Logical => Scalar::Logical(integer(IntegerKind::I4) != Scalar::Integer4(0)),
            Type::Complex(_) | Type::Character => return None,
        })
    }
}
